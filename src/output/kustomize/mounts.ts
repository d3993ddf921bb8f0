import { listAt, objectAt, textAt, valueAt } from '../../base/model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';

/** The place in a volume of a file that a container sees. */
export interface Mount {
  /** The name of the volume. */
  readonly volume: string;
  /** The path in the volume; undefined if it is known only at run time. */
  readonly path: string | undefined;
}

/** The origin of a file in a volume. */
export type Source =
  | { readonly is: 'missing' }
  /** Known only at run time, or only to the program that writes to the volume. */
  | { readonly is: 'unknown' }
  | { readonly is: 'secret'; readonly name: string; readonly key: string; readonly isOptional: boolean };

/** Returns where a file of a container is mounted from. The innermost mount decides, which can be of that file alone. */
export function mountOf(container: JsonObject, file: string): Mount | undefined {
  const wanted = plain(file);
  const [found] = listAt(container, 'volumeMounts')
    .map((mount) => ({ mount, at: plain(textAt(mount, 'mountPath')) }))
    .filter(({ mount, at }) => textAt(mount, 'mountPath') !== '' && isAtOrBelow(wanted, at))
    .toSorted((one, other) => other.at.length - one.at.length);
  if (found === undefined) return undefined;
  const { mount, at } = found;
  const parts = [plain(textAt(mount, 'subPath')), plain(wanted.slice(at.length))].filter(Boolean);
  const isOpen = textAt(mount, 'subPathExpr') !== '';
  return { volume: textAt(mount, 'name'), path: isOpen ? undefined : parts.join('/') };
}

/** Returns a path without leading and trailing slashes, and without `.` segments. */
function plain(path: string): string {
  return path
    .split('/')
    .filter((each) => each !== '' && each !== '.')
    .join('/');
}

function isAtOrBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Returns the source of a file in a Pod. A volume that the Pod does not list is added by something else. */
export function sourceOf(pod: JsonObject, { volume: name, path }: Mount): Source {
  const volume = listAt(pod, 'volumes').find((each) => textAt(each, 'name') === name);
  if (!isObject(volume) || path === undefined) return { is: 'unknown' };
  const isProjected = isObject(valueAt(volume, 'projected'));
  const sources = isProjected ? listAt(volume, 'projected', 'sources') : [volume];
  const all = sources.map((each) => sourceIn(each, path));
  const present = all.filter(({ is }) => is !== 'missing');
  // Any of several Secrets can contain it.
  return present.length > 1 ? { is: 'unknown' } : (present[0] ?? { is: 'missing' });
}

function sourceIn(source: JsonValue, path: string): Source {
  const secret = valueAt(source, 'secret');
  if (isObject(secret)) {
    const key = keyAt(secret, path);
    const name = textAt(secret, 'secretName') || textAt(secret, 'name');
    return key === undefined
      ? { is: 'missing' }
      : { is: 'secret', name, key, isOptional: valueAt(secret, 'optional') === true };
  }
  // A generator can provide the keys of a ConfigMap.
  if (isObject(valueAt(source, 'configMap')))
    return { is: keyAt(objectAt(source, 'configMap'), path) === undefined ? 'missing' : 'unknown' };
  const token = valueAt(source, 'serviceAccountToken');
  return { is: isObject(token) && plain(textAt(token, 'path')) !== path ? 'missing' : 'unknown' };
}

/** Returns the key of a Secret or a ConfigMap for a path in a volume. All keys are files, unless some are listed. */
function keyAt(source: JsonObject, path: string): string | undefined {
  const items = listAt(source, 'items');
  if (items.length === 0) return path.includes('/') ? undefined : path;
  const found = items.find((each) => plain(textAt(each, 'path')) === path);
  return found === undefined ? undefined : textAt(found, 'key');
}

/** Returns the mode of a file from a Secret in a Pod; undefined for the default mode, or another type of volume. */
export function modeOf(pod: JsonObject, { volume: name, path = '' }: Mount): number | undefined {
  const volume = listAt(pod, 'volumes').find((each) => textAt(each, 'name') === name);
  const secrets = [
    valueAt(volume, 'secret'),
    ...listAt(volume, 'projected', 'sources').map((each) => valueAt(each, 'secret')),
  ];
  const items = secrets.flatMap((each) => listAt(each, 'items'));
  const item = items.find((each) => plain(textAt(each, 'path')) === path);
  const modes = [
    valueAt(item, 'mode'),
    valueAt(volume, 'secret', 'defaultMode'),
    valueAt(volume, 'projected', 'defaultMode'),
  ];
  return modes.find((each) => typeof each === 'number');
}

/** The read permissions of the group and of all others. */
const readable = 0o044;

/**
 * Reports whether a container cannot read a file from a Secret: the file belongs to root, and only `fsGroup` sets its
 * group. See https://kubernetes.io/docs/tasks/configure-pod-container/security-context/
 */
export function isUnreadable(pod: JsonObject, container: JsonObject, mount: Mount): boolean {
  const setting = (name: string): JsonValue | undefined =>
    valueAt(container, 'securityContext', name) ?? valueAt(pod, 'securityContext', name);
  const [user, mode] = [setting('runAsUser'), modeOf(pod, mount)];
  const isRoot = user === 0 || (user === undefined && setting('runAsNonRoot') !== true);
  if (isRoot || mode === undefined || valueAt(pod, 'securityContext', 'fsGroup') !== undefined) return false;
  return (mode & readable) === 0;
}
