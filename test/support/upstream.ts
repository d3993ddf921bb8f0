import { buildUpstream } from '../../scripts/upstream.js';
import { locateHelper } from '../../src/upstream/locate.js';

/**
 * Returns the path of the helper with the API server's code: with `CI=true` it is built when its sources have changed.
 * Undefined where it has not been built.
 */
export async function helperForTests(): Promise<string | undefined> {
  const env: NodeJS.ProcessEnv = { ...process.env, OPERATOR_GEN_UPSTREAM: undefined };
  return env['CI'] === 'true' ? buildUpstream(env) : locateHelper(env)?.path;
}
