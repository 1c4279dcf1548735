/** Extracts from GitHub's published description of its REST API what the fake GitHub answers, without prose and examples. The
 * package weighs 385 MB, so the extract is committed and the package is not:
 *
 *     npm pack @octokit/openapi@VERSION && tar --extract --file octokit-openapi-VERSION.tgz
 *     node scripts/openapi.js package
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node scripts/openapi.js FOLDER');

const here = '/repos/{owner}/{repo}';
const operations = [
  `GET ${here}`,
  `GET ${here}/actions/jobs/{job_id}/logs`,
  `GET ${here}/actions/runs/{run_id}`,
  `GET ${here}/actions/runs/{run_id}/attempts/{attempt_number}`,
  `GET ${here}/actions/runs/{run_id}/jobs`,
  `POST ${here}/actions/workflows/{workflow_id}/dispatches`,
  `GET ${here}/activity`,
  `GET ${here}/branches/{branch}`,
  `GET ${here}/collaborators/{username}`,
  `GET ${here}/collaborators/{username}/permission`,
  `GET ${here}/commits`,
  `GET ${here}/commits/{commit_sha}/pulls`,
  `GET ${here}/commits/{ref}`,
  `GET ${here}/compare/{basehead}`,
  `GET ${here}/contents/{path}`,
  `GET ${here}/deployments`,
  `POST ${here}/deployments`,
  `GET ${here}/deployments/{deployment_id}/statuses`,
  `POST ${here}/deployments/{deployment_id}/statuses`,
  `POST ${here}/dispatches`,
  `GET ${here}/git/blobs/{file_sha}`,
  `POST ${here}/git/blobs`,
  `GET ${here}/git/commits/{commit_sha}`,
  `POST ${here}/git/commits`,
  `GET ${here}/git/matching-refs/{ref}`,
  `GET ${here}/git/ref/{ref}`,
  `POST ${here}/git/refs`,
  `DELETE ${here}/git/refs/{ref}`,
  `PATCH ${here}/git/refs/{ref}`,
  `GET ${here}/git/trees/{tree_sha}`,
  `POST ${here}/git/trees`,
  `GET ${here}/issues/{issue_number}`,
  `PATCH ${here}/issues/{issue_number}`,
  `POST ${here}/issues/{issue_number}/assignees`,
  `GET ${here}/issues/{issue_number}/comments`,
  `POST ${here}/issues/{issue_number}/comments`,
  `GET ${here}/issues/{issue_number}/labels`,
  `POST ${here}/issues/{issue_number}/labels`,
  `DELETE ${here}/issues/{issue_number}/labels/{name}`,
  `GET ${here}/pulls`,
  `POST ${here}/pulls`,
  `GET ${here}/pulls/{pull_number}`,
  `PATCH ${here}/pulls/{pull_number}`,
  `GET ${here}/pulls/{pull_number}/commits`,
  `GET ${here}/pulls/{pull_number}/merge`,
  `PUT ${here}/pulls/{pull_number}/merge`,
  `POST ${here}/pulls/{pull_number}/requested_reviewers`,
  `GET ${here}/pulls/{pull_number}/reviews`,
  `PUT ${here}/pulls/{pull_number}/update-branch`,
  'GET /orgs/{org}/teams/{team_slug}/memberships/{username}',
  'GET /rate_limit',
  'GET /user',
  'GET /users/{username}',
];

const api = JSON.parse(readFileSync(join(folder, 'generated/api.github.com.json'), 'utf8'));
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const lookUp = (reference) =>
  reference
    .slice(2)
    .split('/')
    .reduce((part, key) => part[key], api);

const one = ['items', 'not', 'additionalProperties'];
const several = ['allOf', 'anyOf', 'oneOf'];
const kept = [
  ...['type', 'nullable', 'enum', 'required', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minProperties', 'maxProperties', 'minimum', 'maximum', 'pattern', 'format'],
];
const schemas = {};

const part = (key, value) => {
  if (key === '$ref') return refer(value);
  if (key === 'properties') return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bare(one)]));
  if (one.includes(key)) return bare(value);
  if (several.includes(key)) return value.map(bare);
  return kept.includes(key) ? value : undefined;
};

const bare = (schema) =>
  typeof schema === 'object' && schema !== null
    ? Object.fromEntries(
        Object.entries(schema)
          .map(([key, value]) => [key, part(key, value)])
          .filter(([, value]) => value !== undefined),
      )
    : schema;

const refer = (reference) => {
  const name = reference.split('/').at(-1);
  if (!(name in schemas)) {
    schemas[name] = {};
    schemas[name] = bare(lookUp(reference));
  }
  return `#/components/schemas/${name}`;
};

/** Of the answers only the good ones: what is refused, and how, the description hardly tells. */
const extract = (operation) => {
  const [method, path] = operation.split(' ');
  const { requestBody, responses } = api.paths[path][method.toLowerCase()];
  const body = requestBody?.content['application/json'].schema;
  const answers = Object.entries(responses)
    .filter(([status]) => status < 300 || status === '302')
    .map(([status, response]) => [status, bare(response.content?.['application/json']?.schema ?? null)]);
  return { ...(body && { body: bare(body) }), answers: Object.fromEntries(answers) };
};

const lines = (record) =>
  Object.entries(record)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n');

const extracted = Object.fromEntries(operations.map((operation) => [operation, extract(operation)]));
writeFileSync(
  new URL('../test/github/fixtures/openapi.json', import.meta.url),
  `{\n  "source": "@octokit/openapi ${version}, api.github.com",\n  "operations": {\n${lines(extracted)}\n  },\n  "components": { "schemas": {\n${lines(schemas)}\n  } }\n}\n`,
);
