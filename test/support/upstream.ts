import { buildUpstream } from '../../scripts/upstream.js';
import { locateHelper } from '../../src/upstream/locate.js';
import type { Answer, Question } from '../../src/upstream/protocol.js';
import type { Upstream } from '../../src/upstream/upstream.js';

/**
 * Returns the path of the helper with the API server's code: with `CI=true` it is built when its sources have changed.
 * Undefined where it has not been built.
 */
export async function helperForTests(): Promise<string | undefined> {
  const env: NodeJS.ProcessEnv = { ...process.env, OPERATOR_GEN_UPSTREAM: undefined };
  return env['CI'] === 'true' ? buildUpstream(env) : locateHelper(env)?.path;
}

/** Returns an API server's code that answers what a test says. */
export function upstreamThat(ask: (question: Question) => Promise<Answer>): Upstream {
  const upstream: Upstream = {
    identity: 'x',
    start: () => undefined,
    ask,
    kubernetes: () => '1.2.3',
    hasAnswered: () => true,
    emulating: () => upstream,
  };
  return upstream;
}
