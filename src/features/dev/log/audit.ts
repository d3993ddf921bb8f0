import { isObject } from '../../../base/model/schema.js';
import { numberAt, objectAt, textAt } from '../../../base/model/json-at.js';
import type { Forbidden } from '../show/message.js';

/** A request of the operator. */
export type Request =
  | { readonly type: 'write'; readonly verb: string; readonly at: number; readonly target: WriteTarget }
  | { readonly type: 'forbidden'; readonly permission: Forbidden };

/** The object of a write. */
export interface WriteTarget {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

const writes = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);
/** Writes that are not about the work of an operator. */
const beside = new Set(['leases', 'events', 'tokenreviews', 'subjectaccessreviews', 'selfsubjectaccessreviews']);

/** Returns the request of an event of the audit log, if a user made it that wrote something, or was not allowed to. */
export function requestOf(line: string, user: string): Request | undefined {
  // Most lines are those of other users, and need not be parsed.
  if (!line.includes(user)) return undefined;
  const event = parsed(line);
  if (textAt(event, 'user', 'username') !== user || textAt(event, 'stage') !== 'ResponseComplete') return undefined;
  const verb = textAt(event, 'verb');
  const ref = objectAt(event, 'objectRef');
  const [resource, subresource] = [textAt(ref, 'resource'), textAt(ref, 'subresource')];
  const [group, namespace] = [textAt(ref, 'apiGroup'), textAt(ref, 'namespace')];
  const code = numberAt(event, 'responseStatus', 'code') ?? 0;
  if (resource === '') return undefined;
  if (code === 403) {
    // A webhook, a quota or a policy can also forbid a request; then a role has allowed it.
    if (textAt(event, 'annotations', 'authorization.k8s.io/decision') === 'allow') return undefined;
    const whole = subresource === '' ? resource : `${resource}/${subresource}`;
    return { type: 'forbidden', permission: { verb, group, resource: whole, ...(namespace !== '' && { namespace }) } };
  }
  if (code >= 300 || !writes.has(verb) || beside.has(resource)) return undefined;
  // The end of a request can be logged after its client has gone on with another one.
  const at = Date.parse(textAt(event, 'requestReceivedTimestamp'));
  const target = {
    group,
    version: textAt(ref, 'apiVersion'),
    resource,
    subresource,
    namespace,
    name: textAt(ref, 'name'),
  };
  return { type: 'write', verb, at, target };
}

/** Returns the object of a write as messages have it: `deployments default/web`. */
export function targetText({ resource, subresource, namespace, name }: WriteTarget): string {
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  return `${what} ${namespace === '' ? '' : `${namespace}/`}${name}`.trimEnd();
}

function parsed(line: string) {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
