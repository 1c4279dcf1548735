/** The grammar of the values that a trailer carries. None of them has a blank, so that a line splits in one way only. */

const name = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const owned = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?\/[A-Za-z0-9._-]{1,100}$/;
const commit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const workflow = /^[A-Za-z0-9_][A-Za-z0-9_.+-]*\.ya?ml$/;
const run = /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/([^/\s]+\/[^/\s]+)\/actions\/runs\/[1-9]\d{0,15}$/;
const login = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9_])?(?:\[bot\])?$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A product or an environment. */
export function isName(text: string): boolean {
  return text.length <= 63 && name.test(text) && !text.includes('..') && !text.endsWith('.lock');
}

/** `owner/name` of a repository on the server. */
export function isOwned(text: string): boolean {
  return owned.test(text) && !/\/\.{1,2}$/.test(text);
}

export function isCommit(text: string): boolean {
  return commit.test(text);
}

/** A moment in UTC, to the second, that the calendar has. */
export function isTime(text: string): boolean {
  const milliseconds = time.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().replace('.000Z', 'Z') === text;
}

export function isWorkflow(text: string): boolean {
  return workflow.test(text);
}

export function isCount(number: number): boolean {
  return Number.isSafeInteger(number) && number > 0;
}

/** The address of a workflow run. */
export function isRun(text: string): boolean {
  return isOwned(run.exec(text)?.[1] ?? '');
}

/** Of a person, or of an App with its `[bot]`. */
export function isLogin(text: string): boolean {
  return login.test(text);
}

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** A full ref as git allows it (git-check-ref-format), the well-formed and visible ones only. */
export function isRef(text: string): boolean {
  if (text.length > 255 || /[\p{C}\p{Z}~^:?*[\\]|\.\.|@\{/u.test(text)) return false;
  const [first, ...parts] = text.split('/');
  return (
    first === 'refs' &&
    parts.length > 1 &&
    parts.every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock')) &&
    !text.endsWith('.')
  );
}

/** `@` and `#` would make a mention or a reference to an issue of a branch's name in a message. */
export function printRef(ref: string): string {
  return ref.replace(/[@#%]/g, encodeURIComponent);
}

/** Undefined for what `printRef` does not print. */
export function parseRef(text: string): string | undefined {
  if (/[@#]|%(?!40|23|25)/.test(text)) return undefined;
  const ref = text.replace(/%(?:40|23|25)/g, decodeURIComponent);
  return isRef(ref) ? ref : undefined;
}
