import type { Answer } from '../upstream/protocol.js';
import type { Upstream } from '../upstream/upstream.js';
import { kindOf, type OldText } from './ask.js';
import type { ManifestSet } from './manifest.js';

/**
 * Returns the old versions of objects, by kind, namespace and name.
 * @throws HelperFailed
 */
export async function oldObjects(upstream: Upstream, manifests: ManifestSet): Promise<OldText> {
  const answers = await Promise.all(
    manifests.map(async ({ text }) => ({ text, answer: await upstream.ask({ operation: 'object', object: text }) })),
  );
  const texts = new Map(answers.map(({ text, answer }) => [keyOf(answer), text]));
  return (answer) => texts.get(keyOf(answer));
}

function keyOf(answer: Answer): string {
  const { namespace = 'default', name = '' } = answer.identity ?? {};
  return JSON.stringify([kindOf(answer), namespace, name]);
}
