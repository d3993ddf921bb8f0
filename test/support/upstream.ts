import { buildUpstream } from '../../scripts/upstream.js';
import { locateHelper } from '../../src/base/helper/locate.js';
import type { Answer, Question } from '../../src/base/helper/protocol.js';
import { helperOf, type Helper } from '../../src/base/helper/helper.js';

/**
 * Returns the path of the helper with the API server's code: with `CI=true` it is built if its sources have changed.
 * Undefined if it was not built.
 */
export async function helperForTests(): Promise<string | undefined> {
  const env: NodeJS.ProcessEnv = { ...process.env, OPERATOR_GEN_UPSTREAM: undefined };
  return env['CI'] === 'true' ? buildUpstream(env) : locateHelper(env)?.path;
}

/** Returns a helper that reads Go code, and gives no verdicts; undefined if the helper was not built. */
export async function goReader(): Promise<Helper | undefined> {
  const path = await helperForTests();
  return path === undefined ? undefined : { ...helperOf({ path, identity: path }), identity: undefined };
}

/** Returns a helper that builds kustomizations, and accepts all objects; undefined if the helper was not built. */
export async function kustomizeForTests(): Promise<Helper | undefined> {
  const path = await helperForTests();
  if (path === undefined) return undefined;
  const exact = helperOf({ path, identity: path });
  return { ...exact, ask: async (question) => (question.operation === 'object' ? {} : exact.ask(question)) };
}

const noCode = { files: [], controllers: [], conversions: [], problems: [] };

/** Returns a helper that answers as a test specifies, and that finds nothing in Go code. */
export function upstreamThat(ask: (question: Question) => Promise<Answer>): Helper {
  const upstream: Helper = {
    identity: 'x',
    start: () => undefined,
    ask: async (question) => (question.operation === 'go' ? { go: noCode } : ask(question)),
    kubernetes: () => '1.2.3',
    hasAnswered: () => true,
    emulating: () => upstream,
  };
  return upstream;
}
