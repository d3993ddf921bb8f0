import type { KubernetesObject } from '../../api/object.js';
import { resourceInfo, type KindHandle } from '../../api/resource.js';
import type { Reader } from '../../client/client.js';
import type { ObjectKey } from '../../client/resource-path.js';
import { messageOf } from '../../errors/causes.js';
import { Event } from '../../k8s/core/v1.js';

const most = 10;

/** Returns the last events about an object, the newest last, as lines of text; a line that says so if there are none. */
export async function lastEvents<T extends KubernetesObject>(
  client: Reader,
  kind: KindHandle<T>,
  { namespace = 'default', name }: ObjectKey,
): Promise<string> {
  const fields = `involvedObject.kind=${resourceInfo(kind).kind},involvedObject.name=${name}`;
  try {
    const { items } = await client.list(Event, { namespace, fieldSelector: fields });
    const events = items.toSorted((one, other) => timeOf(one) - timeOf(other)).slice(-most);
    return events.length === 0 ? 'No events.' : ['Events:', ...events.map(lineOf)].join('\n');
  } catch (error) {
    // A test can run with a role that may not read them, which is not what has failed.
    return `Events cannot be read: ${messageOf(error)}`;
  }
}

function timeOf({ series, eventTime, lastTimestamp, firstTimestamp }: Event): number {
  return Date.parse(series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? firstTimestamp ?? '') || 0;
}

function lineOf(event: Event): string {
  const { type = 'Normal', reason = '', message = '', count = 1, series } = event;
  const times = series?.count ?? count;
  const time = new Date(timeOf(event)).toISOString().slice(11, 19);
  return `  ${time} ${type} ${reason}: ${message}${times > 1 ? ` (${times} times)` : ''}`;
}
