import type { Client } from '@operator-gen/runtime';
import { numberAt, objectAt, textAt } from '../../../base/model/json-at.js';
import type { JsonObject } from '../../../base/model/schema.js';
import type { PageEvent } from './data.js';

/** Events that are read at once. */
const mostEvents = 500;

/** Returns the events of the cluster since a time, in order. */
export async function clusterEvents(client: Client, since: number): Promise<readonly PageEvent[]> {
  const handle = await client.kindOf({ apiVersion: 'events.k8s.io/v1', kind: 'Event' });
  const { items } = await client.list(handle, { limit: mostEvents });
  return (items as readonly unknown[] as readonly JsonObject[])
    .map(eventOf)
    .filter(({ at }) => at >= since)
    .toSorted((one, other) => one.at - other.at);
}

function eventOf(event: JsonObject): PageEvent {
  const about = objectAt(event, 'regarding');
  const [namespace, name] = [textAt(about, 'namespace'), textAt(about, 'name')];
  const count = numberAt(event, 'series', 'count') ?? numberAt(event, 'deprecatedCount') ?? 1;
  const times = [
    textAt(event, 'series', 'lastObservedTime'),
    textAt(event, 'deprecatedLastTimestamp'),
    textAt(event, 'eventTime'),
    textAt(event, 'metadata', 'creationTimestamp'),
  ];
  return {
    id: `${textAt(event, 'metadata', 'uid')} ${count}`,
    at: Date.parse(times.find((each) => each !== '') ?? '') || 0,
    type: textAt(event, 'type'),
    reason: textAt(event, 'reason'),
    object: `${textAt(about, 'kind')} ${namespace === '' ? '' : `${namespace}/`}${name}`,
    text: `${textAt(event, 'note')}${count > 1 ? ` (${count} times)` : ''}`,
  };
}
