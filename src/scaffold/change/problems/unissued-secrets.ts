import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { buildKustomization, type BuiltObject } from '../../../output/kustomize/build.js';
import { objectPlace } from '../../../output/kustomize/object-place.js';
import { listAt, textAt, valueAt } from '../../../base/model/json-at.js';
import { kindAndName, kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import { kustomizations } from '../../../project/paths.js';
import { readableIn } from '../../../project/readable.js';
import type { PlannedChange } from '../planned-change.js';

/** Reports Secrets that Pods need to start and that cert-manager no longer issues after a plan is applied. */
export function newlyUnissued(change: PlannedChange): readonly Diagnostic[] {
  const { root, files } = change;
  const mayGo = files.some(
    ({ path, action, before = '' }) =>
      path.startsWith('config/') && action !== 'unchanged' && /\bcertmanager\b|^kind: *Certificate\b/m.test(before),
  );
  if (!mayGo) return [];
  const [old, now] = [change.before, change.after].map(({ host }) => deployedIn(host, root));
  const left = new Set(now!.flatMap(issuedBy));
  const gone = new Set(old!.flatMap(issuedBy).filter((each) => !left.has(each)));
  const existing = new Set(now!.flatMap(({ object }) => (kindOf(object) === 'Secret' ? [nameOf(object)] : [])));
  return now!.flatMap((each) =>
    mountedBy(each)
      .filter((secret) => gone.has(secret) && !existing.has(secret))
      .map((secret) => {
        const { object, file, declaredName } = each;
        const text = readableIn(change.after.host, root)(file) ?? '';
        const what = kindAndName(object);
        return diagnostic('secret-not-issued', { what, secret }, objectPlace(file, text, kindOf(object), declaredName));
      }),
  );
}

function deployedIn(host: Host, root: string): readonly BuiltObject[] {
  const read = readableIn(host, root);
  return buildKustomization(posix.dirname(kustomizations.default), read).objects;
}

function issuedBy({ object }: BuiltObject): readonly string[] {
  return kindOf(object) === 'Certificate' ? [textAt(object, 'spec', 'secretName')] : [];
}

/** Returns the Secrets that the Pods of a workload need to start: those of volumes that are not optional. */
function mountedBy({ object }: BuiltObject): readonly string[] {
  return listAt(object, 'spec', 'template', 'spec', 'volumes').flatMap((volume) =>
    valueAt(volume, 'secret', 'optional') === true ? [] : [textAt(volume, 'secret', 'secretName')],
  );
}
