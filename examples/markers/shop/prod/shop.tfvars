# image-promotion: registry.example.com/shop/web
web_image = "registry.example.com/shop/web:v1.4.0"
region    = "eu-central-1"
