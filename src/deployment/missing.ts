import type { Cluster } from './cluster.js';
import { joined, type Document } from './manifests.js';
import { RunError } from './run.js';

/** Returns the documents that do not exist in the cluster, including those whose API the cluster lacks. */
export async function missingIn(cluster: Cluster, documents: readonly Document[]): Promise<ReadonlySet<Document>> {
  try {
    const found = await foundIn(cluster, documents);
    return new Set(documents.filter((each) => !found.some((one) => isSame(one, each))));
  } catch (error) {
    const unknown = new Set(documents.filter((each) => isUnknown(each, error)));
    if (unknown.size === 0) throw error;
    const others = documents.filter((each) => !unknown.has(each));
    return new Set([...unknown, ...(await missingIn(cluster, others))]);
  }
}

/** Returns the names of objects in the order of their manifests. */
export function named(documents: Iterable<Document>): string {
  return [...documents].map(({ kind, name }) => `${kind} ${name}`).join(', ');
}

/** An object in the cluster. */
interface Found {
  readonly kind: string;
  /** `<none>` for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
}

async function foundIn({ kubectl }: Cluster, documents: readonly Document[]): Promise<readonly Found[]> {
  if (documents.length === 0) return [];
  const columns = '--output=custom-columns=KIND:.kind,NAMESPACE:.metadata.namespace,NAME:.metadata.name';
  const asked = ['get', '-f', '-', '--ignore-not-found', '--no-headers', columns];
  const lines = (await kubectl(asked, { input: joined(documents) })).split('\n').filter(Boolean);
  return lines.map((line) => {
    const [kind = '', namespace = '', name = ''] = line.trim().split(/\s+/);
    return { kind, namespace, name };
  });
}

function isSame(found: Found, { kind, name, object: { metadata } }: Document): boolean {
  if (found.kind !== kind || found.name !== name) return false;
  // An object whose manifest has no namespace is in the namespace of the context.
  return metadata.namespace === undefined || ['<none>', metadata.namespace].includes(found.namespace);
}

/** Reports whether kubectl failed because the cluster lacks the kind of a document. */
function isUnknown({ kind, apiVersion }: Document, error: unknown): boolean {
  if (!(error instanceof RunError) || error.ended) return false;
  return error.stderr.includes(`no matches for kind "${kind}" in version "${apiVersion}"`);
}
