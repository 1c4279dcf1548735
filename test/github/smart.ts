/** `git clone` and `git push` over HTTP, by `git http-backend`. */
import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { permissionsOf } from './access.ts';
import { gitEnvironment } from './environment.ts';
import { ZERO } from './git.ts';
import { afterMove } from './pulls/effects.ts';
import { listRefs, type RefChange, recordMove } from './repository.ts';
import type { Repository, World } from './world.ts';

type Exchange = { readonly request: IncomingMessage; readonly body: Buffer; readonly response: ServerResponse };

const ROUTE = /^\/([^/]+\/[^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

export const isGitRequest = ({ url = '' }: IncomingMessage): boolean =>
  ROUTE.test(new URL(url, 'http://localhost').pathname);

/** Branch rules are not asked: a push over this way is somebody else's business. The status. */
export async function serveGit(world: World, exchange: Exchange): Promise<number> {
  const { request, response } = exchange;
  const url = new URL(request.url ?? '', 'http://localhost');
  const [, nameWithOwner = '', service = ''] = ROUTE.exec(url.pathname) ?? [];
  const token = /:(.+)$/.exec(
    Buffer.from((request.headers.authorization ?? '').replace(/^Basic /i, ''), 'base64').toString(),
  )?.[1];
  const viewer = { token: world.tokens.get(token ?? ''), stale: false };
  const repository = world.repositories.get(nameWithOwner.toLowerCase());
  const granted = repository && permissionsOf(viewer, repository)?.contents;
  const pushes = service === 'git-receive-pack' || url.searchParams.get('service') === 'git-receive-pack';
  if (!repository || !granted || viewer.token?.revoked || (pushes && granted !== 'write')) {
    const status = viewer.token ? 403 : 401;
    response.writeHead(status, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
    return status;
  }
  const run = (): Output => backend(repository, exchange, `/${service}${url.search}`);
  // Nobody may hear of a push before it has had its effects; a clone is taken apart while it comes.
  return service === 'git-receive-pack'
    ? relay(
        [await world.exclusive(() => pushed(world, { repository, login: viewer.token?.login ?? '' }, run))],
        response,
      )
    : relay(run(), response);
}

type Output = AsyncIterable<Buffer>;

type Push = { readonly repository: Repository; readonly login: string };

const pushed = async (world: World, { repository, login }: Push, run: () => Output): Promise<Buffer> => {
  const before = new Map((await listRefs(repository, 'refs/')).map(({ name, oid }) => [name, oid]));
  const output = await buffer(run());
  const after = new Map((await listRefs(repository, 'refs/')).map(({ name, oid }) => [name, oid]));
  const changes: RefChange[] = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => ({ name, after: after.get(name) ?? ZERO }));
  for (const { name, after: oid } of changes) {
    await recordMove(repository, { name, before: before.get(name) ?? ZERO, after: oid }, { login, at: world.now() });
  }
  await afterMove(world, repository, changes);
  return output;
};

const backend = (
  repository: Repository,
  { request, body }: Pick<Exchange, 'request' | 'body'>,
  path: string,
): Output => {
  const [info = '', query = ''] = path.split('?');
  const { stdin, stdout } = spawn(
    'git',
    ['-c', 'http.receivepack=true', '-c', 'uploadpack.allowFilter', 'http-backend'],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        ...gitEnvironment(),
        GIT_PROJECT_ROOT: repository.git.directory,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: info,
        QUERY_STRING: query,
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        CONTENT_LENGTH: String(body.length),
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
    },
  ).on('error', (error) => stdout.destroy(error));
  stdin.on('error', () => {});
  stdin.end(body);
  return stdout;
};

/** The status. */
const relay = async (output: Iterable<Buffer> | Output, response: ServerResponse): Promise<number> => {
  let head = Buffer.alloc(0);
  let status: number | undefined;
  for await (const chunk of output) {
    if (status !== undefined) {
      response.write(chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) continue;
    status = begin(head.subarray(0, end).toString(), response);
    response.write(head.subarray(end + 4));
  }
  response.end();
  return status ?? 500;
};

const begin = (head: string, response: ServerResponse): number => {
  const headers = Object.fromEntries(head.split('\r\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  const status = Number.parseInt(headers.Status ?? '200', 10);
  delete headers.Status;
  response.writeHead(status, headers);
  return status;
};
