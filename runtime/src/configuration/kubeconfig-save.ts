import { closeSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { YAMLMap, YAMLSeq } from 'yaml';
import type { OidcTokens } from './oidc-credential.js';

/**
 * Writes new tokens of a user to the kubeconfig, as kubectl does, and keeps the rest of the file. If that fails, the
 * process continues with the tokens in memory and warns that kubectl may need a new login.
 */
export async function saveTokens(path: string, user: string, tokens: OidcTokens): Promise<void> {
  try {
    await save(realpathSync(path), user, tokens);
  } catch (cause) {
    const reason = (cause as Error).message;
    process.emitWarning(`the new tokens of the user "${user}" could not be saved in ${path}: ${reason}`);
  }
}

async function save(path: string, user: string, { idToken, refreshToken }: OidcTokens): Promise<void> {
  const { parseDocument } = await import('yaml');
  // kubectl uses the same lock, and also fails if it exists.
  const lock = `${path}.lock`;
  closeSync(openSync(lock, 'wx'));
  try {
    const document = parseDocument(readFileSync(path, 'utf8'), { version: '1.1' });
    const users = document.get('users') as YAMLSeq<YAMLMap>;
    const index = users.items.findIndex((each) => each.get('name') === user);
    const config = ['users', index, 'user', 'auth-provider', 'config'];
    document.setIn([...config, 'id-token'], idToken);
    document.setIn([...config, 'refresh-token'], refreshToken);
    const next = `${path}.${process.pid}.new`;
    writeFileSync(next, document.toString({ lineWidth: 0 }), { mode: statSync(path).mode });
    renameSync(next, path);
  } finally {
    rmSync(lock, { force: true });
  }
}
