/** Another emulator of GitHub's REST API, by other people: a behaviour common to both is not our own invention. */
import { createEmulator } from 'emulate';

export const README = '# manifests\n';

/** Has the organization acme with octocat as its owner and hubot as its member, and acme/manifests with a README. Knows no GraphQL. */
export async function emulator(): Promise<AsyncDisposable & { readonly url: string }> {
  const emulated = await createEmulator({
    service: 'github',
    port: 0,
    hostname: '127.0.0.1',
    seed: {
      tokens: { token: { login: 'octocat', scopes: ['repo'] } },
      github: {
        users: [{ login: 'octocat' }, { login: 'hubot' }],
        orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubot' }] }],
        repos: [{ owner: 'acme', name: 'manifests', auto_init: true }],
      },
    },
  });
  const { port } = new URL(emulated.url);
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => emulated.close() };
}
