import { buildUpstream } from '../../scripts/upstream.js';
import { locateHelper } from '../../src/base/helper/locate.js';
import type { Answer, Question } from '../../src/base/helper/protocol.js';
import { upstreamOf, type Upstream } from '../../src/base/helper/upstream.js';

/**
 * Returns the path of the helper with the API server's code: with `CI=true` it is built when its sources have changed.
 * Undefined where it has not been built.
 */
export async function helperForTests(): Promise<string | undefined> {
  const env: NodeJS.ProcessEnv = { ...process.env, OPERATOR_GEN_UPSTREAM: undefined };
  return env['CI'] === 'true' ? buildUpstream(env) : locateHelper(env)?.path;
}

/** Returns what reads Go code with the helper, and has no verdicts; undefined where the helper has not been built. */
export async function goReader(): Promise<Upstream | undefined> {
  const path = await helperForTests();
  return path === undefined ? undefined : { ...upstreamOf({ path, identity: path }), identity: undefined };
}

/** Returns a helper that builds kustomizations, and accepts all objects; undefined where the helper has not been built. */
export async function kustomizeForTests(): Promise<Upstream | undefined> {
  const path = await helperForTests();
  if (path === undefined) return undefined;
  const exact = upstreamOf({ path, identity: path });
  return { ...exact, ask: async (question) => (question.operation === 'object' ? {} : exact.ask(question)) };
}

const noCode = { files: [], controllers: [], conversions: [], problems: [] };

/** Returns an API server's code that answers what a test says, and that finds nothing in Go code. */
export function upstreamThat(ask: (question: Question) => Promise<Answer>): Upstream {
  const upstream: Upstream = {
    identity: 'x',
    start: () => undefined,
    ask: async (question) => (question.operation === 'go' ? { go: noCode } : ask(question)),
    kubernetes: () => '1.2.3',
    hasAnswered: () => true,
    emulating: () => upstream,
  };
  return upstream;
}
