import type { Client } from '../../runtime/src/client/client.js';
import { ConfigMap } from '../../runtime/src/k8s/core/v1.js';
import { finalizedLabel, Foo, versionLine, type OperatorState } from './foo.js';

/** What is on the server, read afresh. */
export interface Truth {
  readonly foos: Awaited<ReturnType<typeof listFoos>>;
  readonly configMaps: Awaited<ReturnType<typeof listConfigMaps>>;
}

const listFoos = async (client: Client) => (await client.list(Foo)).items;
const listConfigMaps = async (client: Client) => (await client.list(ConfigMap)).items;

export async function readTruth(client: Client): Promise<Truth> {
  return { foos: await listFoos(client), configMaps: await listConfigMaps(client) };
}

/** What of the objects is not as it should be, a line each; nothing when all is well. */
export function judgeObjects({ foos, configMaps }: Truth, payloads: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  const keyOf = ({ metadata }: { readonly metadata: { namespace?: string; name: string } }): string =>
    `${metadata.namespace ?? ''}/${metadata.name}`;
  const owned = new Map(configMaps.map((each) => [keyOf(each), each]));
  const present = new Set(foos.map(keyOf));
  for (const foo of foos) {
    const key = keyOf(foo);
    const { metadata, spec, status } = foo;
    const configMap = owned.get(key);
    if (metadata.deletionTimestamp !== undefined) problems.push(`${key} is still being deleted`);
    else if (configMap === undefined) problems.push(`${key} has no ConfigMap`);
    else {
      if (configMap.data?.['payload'] !== spec.payload) problems.push(`the ConfigMap of ${key} has another payload`);
      if (configMap.metadata.ownerReferences?.[0]?.uid !== metadata.uid)
        problems.push(`${key} does not own its ConfigMap`);
      if (status?.observedGeneration !== metadata.generation) {
        problems.push(`${key}: generation ${metadata.generation}, observed ${status?.observedGeneration}`);
      }
      if (status?.payload !== spec.payload) problems.push(`the status of ${key} has another payload`);
    }
    const given = payloads.get(key);
    if (given !== undefined && given !== spec.payload) problems.push(`the spec of ${key} is not what it was given`);
  }
  for (const configMap of configMaps) {
    const key = keyOf(configMap);
    const wasFinalized = configMap.metadata.labels?.[finalizedLabel] === 'true';
    if (wasFinalized && !present.has(key)) problems.push(`the ConfigMap of ${key} is left, and its finalizer is gone`);
  }
  for (const key of payloads.keys()) if (!present.has(key)) problems.push(`${key} is gone, and nobody deleted it`);
  return problems;
}

/** Where an operator's cache differs from the server; nothing when it is equal. */
export function judgeCache(name: string, state: OperatorState | undefined, { foos, configMaps }: Truth): string[] {
  if (state === undefined) return [`${name} does not answer`];
  return [
    ...difference(`${name}, foos`, state.foos, foos.map(versionLine)),
    ...difference(`${name}, configmaps`, state.configMaps, configMaps.map(versionLine)),
    ...(state.running > 0 ? [`${name}: ${state.running} reconciles run`] : []),
  ];
}

function difference(what: string, mirrored: readonly string[], stored: readonly string[]): string[] {
  const [here, there] = [new Set(mirrored), new Set(stored)];
  const extra = mirrored.filter((each) => !there.has(each));
  const missing = stored.filter((each) => !here.has(each));
  if (extra.length === 0 && missing.length === 0) return [];
  return [`${what}: mirrored but not stored: ${extra.join(', ')}; stored but not mirrored: ${missing.join(', ')}`];
}
