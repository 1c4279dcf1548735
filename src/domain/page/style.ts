/** The style of the status page: legible from afar and on a telephone, in light and dark, on paper. Sizes follow the width of the
 * window, so that the same page fills a large screen on a wall. */
export const pageStyle = `
:root{color-scheme:light dark;--bg:#fafaf8;--fg:#1b1e22;--soft:#59616b;--line:#dcdfe3;--panel:#fff;--link:#0a4fa8;--old:#8a4700;--new:#a3261c;--hand:#66399c;--cold:#0a5c70;--bar:#3f74b5;--mark:#eaf1fb}
@media (prefers-color-scheme:dark){:root{--bg:#101316;--fg:#e7e9eb;--soft:#a3abb5;--line:#2c3239;--panel:#171b20;--link:#93bff8;--old:#f2b866;--new:#ff958c;--hand:#cbabf7;--cold:#86d3e4;--bar:#6ea2e2;--mark:#1d2937}}
*{box-sizing:border-box}
html{font:clamp(1rem,.6rem + .5vw,2.2rem)/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;background:var(--bg);color:var(--fg);-webkit-text-size-adjust:100%}
body{margin:0;padding:1rem clamp(.75rem,2vw,3rem)}
a{color:var(--link);text-decoration-thickness:.06em;text-underline-offset:.18em}
a:focus-visible,button:focus-visible,input:focus-visible,[tabindex]:focus-visible{outline:.18em solid var(--link);outline-offset:.12em}
h1,h2,h3{line-height:1.2;margin:0;overflow-wrap:anywhere}
h1{font-size:1.5rem}h1 a,th a,td .c{color:inherit;text-decoration:none}h1 a:hover,th a:hover,td .c:hover{text-decoration:underline}
h1 small{font-weight:400;color:var(--soft)}
h2{font-size:1.35rem}h2:focus{outline:none}
h3{font-size:.9rem;color:var(--soft);margin:1.2rem 0 .3rem}
small{font-size:.85em}
p{margin:.4rem 0}
header{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;align-items:baseline;justify-content:space-between;padding-bottom:.6rem;border-bottom:1px solid var(--line)}
header p,footer,.note,.soft{color:var(--soft)}
footer{margin-top:2rem;border-top:1px solid var(--line);font-size:.85rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-100vw}.skip:focus{left:1rem;top:.5rem;background:var(--panel);padding:.4rem .8rem;z-index:3}
main{display:grid;gap:1.5rem clamp(1rem,3vw,4rem);margin-top:1rem}
main>section{min-width:0}
#-chosen:focus{outline:none}
.filter{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:0 0 .6rem}
.filter[hidden]{display:none}
input{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--soft);border-radius:.35rem;padding:.3rem .6rem;flex:1 1 9rem;min-width:0;max-width:22rem}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.35rem 1.2rem;padding:0;margin:0 0 .8rem;font-size:.85rem;color:var(--soft)}
.m{font-size:.85em;white-space:nowrap;font-weight:600;color:var(--old)}
.m.ahead,.m.held{color:var(--new)}.m.edited,.m.several{color:var(--hand)}.m.frozen{color:var(--cold)}.m.waiting{color:var(--link)}
button{font:inherit;color:inherit;background:none;border:1px solid var(--line);border-radius:.35rem;padding:.1rem .5rem;min-height:1.75rem;cursor:pointer}
button[aria-pressed=true]{background:var(--mark);border-color:currentColor}
.more{padding:.4rem 1rem;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.4rem .7rem .4rem 0;overflow-wrap:anywhere}
thead th{color:var(--soft);font-size:.85rem;font-weight:600;border-bottom:2px solid var(--line)}
#-matrix thead th{position:sticky;top:0;background:var(--bg);z-index:2}
#-matrix tbody{border-bottom:1px solid var(--line)}
#-matrix th[scope=row]{font-weight:650;min-width:6.5rem}
#-matrix th small{display:block;font-weight:400;color:var(--soft)}
#-matrix .next th a{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}#-matrix .next th a:focus{position:static;width:auto;height:auto;clip-path:none}
#-matrix .next th,#-matrix .next td{padding-top:0}
#-matrix td{position:relative;min-width:5.5rem;scroll-margin:6rem 0}
#-matrix .c,#-matrix b{font-size:1.12em;font-weight:600;margin-right:.15em}
#-matrix .c::after{content:"";position:absolute;inset:0}
#-matrix td>a.m{position:relative;z-index:1}
#-matrix td .m{display:block;width:max-content;max-width:100%}
#-matrix time{color:var(--soft);font-size:.85em;white-space:nowrap}
#-matrix td:has(.c:hover),#-matrix td:has([aria-current]){background:var(--mark)}
#-matrix td:has([aria-current]){box-shadow:inset .2rem 0 var(--link)}
#-matrix td:has(.c){padding-left:.5rem}#-matrix td.none{padding-left:.5rem}#-matrix thead th+th{padding-left:.5rem}
.none::before{content:"–";color:var(--soft)}
.none .m{margin-top:.2rem}
.remarks{margin-top:1.2rem}.remarks h2{font-size:1rem}.remarks ul{padding-left:1.1rem;margin:.3rem 0;overflow-wrap:anywhere;font-size:.9rem}
.part{display:none}.part.shown,html:not(.js) .part{display:block}
html:not(.js) .part nav,.js .needs{display:none}
nav{display:flex;flex-wrap:wrap;gap:.3rem 1rem;margin:.5rem 0 .8rem}
nav a{padding:.15rem 0;min-height:1.6rem}nav a[aria-current]{color:inherit;font-weight:650;text-decoration-thickness:.15em}
.pictures{display:flex;flex-wrap:wrap;gap:1rem 2rem;margin:.8rem 0}
figure{margin:0;flex:1 1 17rem;max-width:30rem;min-width:0}
figcaption{font-size:.8rem;color:var(--soft)}
svg{display:block;width:100%;height:auto;overflow:visible}
text{font-size:12px;fill:currentColor}.end{text-anchor:end}.middle{text-anchor:middle}text.soft{fill:var(--soft);font-size:11px}
path{fill:none}.axis{stroke:var(--line)}.bars{stroke:var(--bar)}.back{stroke:var(--new)}.dots{stroke:var(--bar);stroke-width:5;stroke-linecap:round;opacity:.7}.mark{stroke:currentColor;stroke-width:2}
.figures{font-size:.85rem}.figures th{overflow-wrap:normal}.figures td{white-space:nowrap}.figures td small{white-space:normal}.figures th,.figures td{padding:.25rem .6rem .25rem 0}.figures small{color:var(--soft)}
.changes ol{list-style:none;padding:0;margin:0}
.changes li{display:grid;grid-template-columns:3.2rem minmax(0,1fr);gap:0 .8rem;padding:.45rem 0;border-top:1px solid var(--line)}
.changes time{color:var(--soft)}
.what{overflow-wrap:anywhere}
.what p{margin:0}.what .facts{color:var(--soft);font-size:.85rem}
.reason{font-style:italic}
.m.rollback{color:var(--new)}.m.promotion{color:var(--link)}.m.hand{color:var(--hand)}.m.unknown{color:var(--soft)}
dl{margin:.6rem 0;display:grid;gap:.8rem}dt{font-weight:650;overflow-wrap:anywhere}dd{margin:0;overflow-wrap:anywhere}dd.facts{color:var(--soft);font-size:.85rem}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.92em}
@media (min-width:75rem){body:not(.many) main{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}body:not(.many) #-chosen{position:sticky;top:0;max-height:100vh;overflow:auto;padding:.2rem .3rem 1rem}}
@media (max-width:40rem){
#-matrix thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
#-matrix,#-matrix tbody{display:block}
#-matrix tr{display:grid;grid-template-columns:minmax(4.5rem,auto) minmax(0,1fr);padding:.5rem 0}
#-matrix th[scope=row]{grid-column:1/-1;padding:0 0 .2rem;font-size:1.1rem}
#-matrix td{grid-column:1/-1;display:grid;grid-template-columns:5rem minmax(0,max-content) minmax(max-content,1fr);gap:0 .5rem;padding:.35rem .4rem!important;align-items:baseline}
#-matrix td::before{content:attr(data-e);color:var(--soft);font-weight:400}
#-matrix td .m{grid-column:2/-1}
#-matrix .c::after{content:""}
.figures thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.figures tr{display:flex;flex-wrap:wrap;gap:.1rem .8rem;padding:.3rem 0}.figures th{flex:1 0 100%}
.figures td:nth-of-type(1)::after{content:" promotions a week"}.figures td:nth-of-type(2)::after{content:" lead time"}.figures td:nth-of-type(3)::after{content:" 90th percentile"}.figures td:nth-of-type(4)::after{content:" rolled back"}.figures td:nth-of-type(5)::after{content:" to rollback"}
}
@media print{
:root{color-scheme:light;--bg:#fff;--fg:#000;--soft:#444;--line:#bbb;--panel:#fff;--link:#000;--old:#000;--new:#000;--hand:#000;--cold:#000;--bar:#555;--mark:#fff}
html{font-size:10pt}body{padding:0}
.filter,.skip,nav,.more,.needs{display:none!important}
main{display:block!important}#-chosen{position:static!important;max-height:none!important;overflow:visible!important;margin-top:1rem}
#-matrix thead th{position:static}tr,li,figure,dl>*{break-inside:avoid}h2,h3{break-after:avoid}
}
@media (forced-colors:active){#-matrix td:has([aria-current]){outline:2px solid Highlight}.bars,.back{stroke:CanvasText}.dots{stroke:CanvasText;opacity:1}}
`;

/** For the page's content security policy: SHA-256 of the style. */
export const styleHash = 'sha256-eNToB9SAkXcG5eq9FD6xMESCU4SssDSd6o0l5NYPMuI=';
