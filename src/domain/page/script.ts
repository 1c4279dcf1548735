/** The script of the status page: the filter, and the details of the chosen product. It reads the data of the page, writes text
 * and never HTML, and links to the server of the page alone. */
export const pageScript = String.raw`
(() => {
'use strict';
const find = (id) => document.getElementById(id);
const D = JSON.parse(find('-data').textContent);
let instant = D.newest;
for (const change of D.changes) change[0] = instant -= change[0];
const PORTION = 50;
const one = (list, place) => list[place - 1] || '';
const el = (name, given, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given || {})) if (value) made.setAttribute(key, value);
  made.append(...children.flat().filter((child) => child || child === 0).map((child) => typeof child === 'number' ? String(child) : child));
  return made;
};
const escaped = (part) => encodeURIComponent(part).replace(/[!'()*]/g, (sign) => '%' + sign.charCodeAt(0).toString(16));
const url = (...parts) => parts.every(Boolean) && D.server ? [D.server, ...parts.flatMap((part) => String(part).split('/')).map(escaped)].join('/') : '';
const link = (text, href, label) => href ? el('a', { href, 'aria-label': label }, text) : text;
const bdi = (text) => el('bdi', null, text);
const moment = (seconds) => new Date(seconds * 1000).toISOString();
const rounded = (number) => number >= 10 ? String(Math.round(number)) : String(Math.round(number * 10) / 10);
const duration = (seconds) => seconds < 60 ? seconds + ' s' : seconds < 3600 ? Math.round(seconds / 60) + ' min' : seconds < 86400 ? rounded(seconds / 3600) + ' h' : rounded(seconds / 86400) + ' d';
const joined = (parts) => parts.filter((part) => part && part.length !== 0).flatMap((part, index) => index ? [' · ', part] : [part]).flat();
const split = (code) => { const at = String(code || '').indexOf(' '); return at < 0 ? ['', ''] : [one(D.repositories, Number(code.slice(0, at))), code.slice(at + 1)]; };
const commitOf = (id) => link(el('code', null, id.slice(0, 7)), url(D.repository, D.repository && 'commit', id), 'commit ' + id.slice(0, 7));
const sourceOf = (place) => {
  const [repository, id] = split(one(D.sources, place));
  return id && ['built from ', repository && repository + ' ', link(el('code', null, id.slice(0, 7)), url(repository, 'commit', id), 'source commit ' + id.slice(0, 7))];
};
const KINDS = [['promotion', '→', 'promoted'], ['rollback', '↩', 'rolled back'], ['hand', '✎', 'by hand'], ['unknown', '?', 'unknown']];
const RECORDS = ['', 'changed by hand since its record', 'nothing is recorded of it', 'its record is older than what was read'];
const RELATIONS = { ahead: 'newer than in the environment before', behind: 'older than in the environment before', different: 'not the same as in the environment before' };

const changeItem = (change, isOverview) => {
  const [at, product, environment, image, kind, from, to, commit, source, run, actor, reason, pull, lead, comparison] = change;
  const [style, sign, word] = KINDS[kind];
  const name = one(D.products, product);
  const place = one(D.environments, environment);
  const [before, after] = [one(D.versions, from), one(D.versions, to)];
  const [runRepository, runId] = split(run || '');
  const [sourceRepository] = split(one(D.sources, source));
  const mark = comparison === 2 ? 'v' : '';
  const compare = comparison ? url(sourceRepository, 'compare', mark + before + '...' + mark + after) : '';
  const href = '#' + encodeURIComponent(name) + '/' + encodeURIComponent(place);
  return el('li', null,
    el('time', { datetime: moment(at) }, moment(at).slice(11, 16)),
    el('div', { class: 'what' },
      el('p', null, isOverview && [link(name, href), ' '], el('b', null, place), ' ', bdi(one(D.images, image).split('/').pop()), ' ',
        before ? bdi(before) : 'nothing', ' → ', el('b', null, after ? bdi(after) : 'nothing'), ' ', el('span', { class: 'm ' + style }, sign + ' ' + word)),
      reason ? el('p', { class: 'reason' }, bdi(one(D.reasons, reason))) : '',
      el('p', { class: 'facts' }, joined([
        actor && ['by ', bdi(one(D.people, actor))],
        lead && duration(lead - 1) + ' after its commit',
        source && sourceOf(source),
        compare && link('what is new', compare, 'what is new in ' + after),
        runId && link('run', url(runRepository, 'actions', 'runs', runId), 'run ' + runId),
        pull && link('#' + pull, url(D.repository, D.repository && 'pull', pull), 'pull request ' + pull),
        ['commit ', commitOf(commit)],
      ]))));
};

const showChanges = (box, product, environment) => {
  const own = D.changes.filter((change) => (!product || change[1] === product) && (!environment || change[2] === environment));
  const more = D.left.filter(([place]) => !product || place === product).reduce((sum, [, count]) => sum + count, 0);
  box.replaceChildren(el('h3', null, 'Changes'));
  let shown = 0;
  let day = '';
  let list;
  const button = el('button', { type: 'button', class: 'more' });
  const next = () => {
    const first = shown;
    let focus;
    for (const change of own.slice(first, first + PORTION)) {
      const date = moment(change[0]).slice(0, 10);
      if (date !== day) {
        day = date;
        list = el('ol', { 'aria-label': date });
        box.append(el('h3', null, date), list);
      }
      const item = changeItem(change, !product);
      if (shown === first) focus = item;
      list.append(item);
      shown += 1;
    }
    if (first > 0 && focus) { focus.tabIndex = -1; focus.focus(); }
    button.textContent = 'Show more of ' + own.length;
    if (shown < own.length) box.append(button); else button.remove();
  };
  button.addEventListener('click', next);
  next();
  if (own.length === 0) box.append(el('p', { class: 'soft' }, more ? 'None of the changes on this page.' : 'Nothing has changed here in this time.'));
};

const showRuns = (box, product, environment) => {
  const own = D.running.filter(([place, where]) => place === product && (!environment || where === environment));
  const list = el('dl');
  for (const [, where, reference, path, line, record, commit, since, source, by, relation, held] of own) {
    const file = url(D.repository, D.repository && 'blob', D.branch, one(D.paths, path));
    list.append(el('div', null, el('dt', null, one(D.environments, where)), el('dd', null, el('code', null, bdi(reference))),
      el('dd', { class: 'facts' }, joined([
        since && ['since ', el('time', { datetime: moment(since) }, moment(since).slice(0, 16).replace('T', ' ')), by === 'rollback' && ' by a rollback', ', commit ', commitOf(commit)],
        source && sourceOf(source),
        RECORDS[record],
        RELATIONS[relation],
        held.length > 0 && ['held: ', bdi(held.join(', '))],
        [link(one(D.paths, path) + ':' + line, file && file + '#L' + line)],
      ]))));
  }
  for (const [place, where, text] of D.frozen) {
    if (place === product && (!environment || where === environment)) list.append(el('div', null, el('dt', null, one(D.environments, where) + ' is frozen'), el('dd', null, bdi(text))));
  }
  for (const [place, places, number] of D.waiting) {
    if (place === product && (!environment || places.length === 0 || places.includes(environment))) {
      list.append(el('div', null, el('dt', null, 'A pull request waits'), el('dd', null, link('#' + number, url(D.repository, D.repository && 'pull', number), 'pull request ' + number), ' for ' + (places.map((name) => one(D.environments, name)).join(', ') || 'this product'))));
    }
  }
  box.replaceChildren(...(list.childElementCount ? [list] : []));
};

// Without their ids nothing jumps when a link of the table is followed: the part beside it changes, and the table stays.
const parts = new Map([...document.querySelectorAll('.part')].map((part) => [part.id, part]));
for (const named of document.querySelectorAll('.part,#-matrix td[id]')) named.removeAttribute('id');
const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
const title = document.title;
const choose = (isNavigation) => {
  const [name, where = ''] = location.hash.slice(1).split('/').map(decoded);
  if (name.startsWith('-')) return;
  const product = name && parts.has(name) ? D.products.indexOf(name) + 1 : 0;
  const environment = D.environments.indexOf(where) + 1;
  const isUnknown = (name && !product) || (where && !environment);
  find('-missing').textContent = isUnknown ? 'This page knows no ' + (name && !product ? 'product ' + name : 'environment ' + where) + '.' : '';
  for (const part of document.querySelectorAll('.part.shown')) part.classList.remove('shown');
  const part = parts.get(product ? name : '-all');
  part.classList.add('shown');
  if (product) showRuns(part.querySelector('.runs'), product, environment);
  showChanges(part.querySelector('.changes'), product, environment);
  const here = '#' + location.hash.slice(1);
  for (const marked of document.querySelectorAll('[aria-current]')) marked.removeAttribute('aria-current');
  for (const anchor of document.querySelectorAll('#-matrix a,.part.shown nav a')) {
    if (anchor.getAttribute('href') === here) anchor.setAttribute('aria-current', 'true');
  }
  document.title = product ? name + (environment ? ' in ' + where : '') + ': ' + title : title;
  find('-chosen').scrollTop = 0;
  if (!isNavigation && !location.hash) return;
  const heading = part.querySelector('h2');
  heading.focus({ preventScroll: true });
  const { top, bottom } = heading.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) heading.scrollIntoView();
  else document.querySelector('#-matrix td [aria-current]')?.closest('td').scrollIntoView({ block: 'nearest' });
};

const bodies = [...document.querySelectorAll('#-matrix tbody')];
const texts = bodies.map((body) => body.textContent.toLowerCase());
const input = find('-find');
const buttons = [...document.querySelectorAll('[data-filter]')];
const filter = () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  bodies.forEach((body, place) => {
    body.hidden = !words.every((word) => texts[place].includes(word));
    if (!body.hidden) count += 1;
  });
  find('-found').textContent = words.length ? count + ' of ' + bodies.length + ' products' : '';
  for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.filter === input.value));
};
input.addEventListener('input', filter);
input.addEventListener('keydown', (event) => { if (event.key === 'Escape') { input.value = ''; filter(); } });
for (const button of buttons) button.addEventListener('click', () => { input.value = input.value === button.dataset.filter ? '' : button.dataset.filter; filter(); });

const age = () => {
  const passed = (Date.now() - Date.parse(find('-now').dateTime)) / 1000;
  find('-old').textContent = passed >= 300 ? ', ' + duration(passed) + ' ago' : '';
};
document.documentElement.classList.add('js');
find('-filter').hidden = false;
filter();
age();
setInterval(age, 60000);
addEventListener('hashchange', () => choose(true));
choose(false);
})();
`;

/** For the page's content security policy: SHA-256 of the script. */
export const scriptHash = 'sha256-KFaUsXo1arji+enoeQpFbWRbcIcwU8Ujh1BzCfFqMB4=';
