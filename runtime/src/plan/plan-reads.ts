import type { KubernetesObject } from '../api/object.js';
import { hasFields, parseFieldSelector } from '../cache/field-selector.js';
import { labelSelector } from '../client/label-selector.js';
import { parseJson } from '../json/parse-json.js';
import type { Transport, TransportRequest } from '../transport/transport.js';
import { notFound, typedItem, type ObjectList } from './dry-run-requests.js';
import type { Json, Overlay, PlannedObject } from './planned-object.js';
import type { ObjectTarget, Target } from './target.js';

/** Reads an object from the server, or as it is planned. */
export async function readObject(
  server: Transport,
  overlay: Overlay,
  request: TransportRequest,
  target: ObjectTarget,
): Promise<string> {
  const { subresource, ...object } = target;
  const planned = overlay.get(object);
  if (planned?.current === null) throw notFound(request, target);
  const isWhole = subresource === undefined || subresource === 'status';
  return planned !== undefined && isWhole ? JSON.stringify(planned.current) : server.send(request);
}

/** Lists objects as `readObject` reads them. */
export async function readList(
  server: Transport,
  overlay: Overlay,
  request: TransportRequest,
  target: Target,
): Promise<string> {
  const planned = overlay.list(target, target.namespace);
  const text = await server.send(request);
  if (planned.length === 0) return text;
  const list = parseJson<ObjectList>(text, request.label);
  const keys = new Set(planned.map((each) => keyOf(each.target)));
  const unchanged = (list.items ?? []).filter(({ metadata }) => !keys.has(keyOf(metadata)));
  // On the last page, because planned objects have no place in the order of the server.
  const isLast = !list.metadata?.continue;
  const added = isLast ? currentOf(planned).filter(selected(request)) : [];
  const items = [...unchanged.map((item) => typedItem(list, item)), ...added];
  return JSON.stringify({ ...list, items });
}

/** Returns the planned objects that would exist. */
export function currentOf(planned: readonly PlannedObject[]): readonly Json[] {
  return planned.flatMap(({ current }) => current ?? []);
}

/** Returns the key of an object, to find it in a list. */
export function keyOf({
  namespace = '',
  name = '',
}: {
  readonly namespace?: string | undefined;
  readonly name?: string;
}): string {
  return `${namespace}/${name}`;
}

function selected({ query = {} }: TransportRequest): (object: KubernetesObject) => boolean {
  const labels = labelSelector(String(query['labelSelector'] ?? ''));
  const fields = parseFieldSelector(String(query['fieldSelector'] ?? ''));
  return (object) => labels(object.metadata?.labels) && hasFields(object, fields) === true;
}
