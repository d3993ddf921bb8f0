import type { Crd } from '../../base/crd/crd.js';
import { isExempt } from './policy.js';
import { isSameSchema } from './same-schema.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { CompatibilitySettings } from '../../project/project.js';
import type { Helper } from '../../base/helper/helper.js';
import { counterexamples, type Counterexample } from '../verdict/counterexamples.js';
import type { Pair } from './pairs.js';

/** An object that a version accepted before, and rejects now. */
export interface RejectedObject extends Counterexample {
  readonly crd: string;
  readonly kind: string;
  readonly version: string;
  /** Index of the version in the current definition. */
  readonly index: number;
}

/** Number of random objects for each version. Each takes two questions. */
export const objectCount = 60;

/**
 * Returns objects that CRDs accepted before, and reject now, for the versions with a different schema; none without the
 * API server's code.
 * @throws HelperFailed
 */
export async function rejectedObjects(
  helper: Helper | undefined,
  pairs: readonly Pair[],
  settings: CompatibilitySettings | undefined,
): Promise<readonly RejectedObject[]> {
  const changed = pairs.flatMap(({ old, now }) => (now === undefined ? [] : changedVersions({ old, now }, settings)));
  if (helper?.identity === undefined || changed.length === 0) return [];
  helper.start();
  const { randomObjects } = await import('@operator-gen/runtime/testing');
  const found = await Promise.all(
    changed.map(async ({ old, now, version, index }) => {
      const objects = randomObjects(old.object, { version, count: objectCount }) as unknown as readonly JsonObject[];
      const definitions = { before: old.object, after: now.object };
      const examples = await counterexamples(helper, definitions, objects);
      return examples.map((each) => ({ ...each, crd: old.name, kind: old.names.kind, version, index }));
    }),
  );
  return found.flat();
}

/** Returns the versions of both definitions that are served with different schemas. */
function changedVersions(
  { old, now }: { readonly old: Crd; readonly now: Crd },
  settings: CompatibilitySettings | undefined,
) {
  return old.versions.flatMap((version) => {
    const current = now.versions.find(({ name, served }) => served && name === version.name);
    if (!version.served || current === undefined || isExempt(version, settings)) return [];
    // Only old CRDs lack a schema: they accept anything.
    const isWithoutSchema = Object.keys(version.schema).length === 0;
    return isWithoutSchema || isSameSchema(version.schema, current.schema)
      ? []
      : [{ old, now, version: version.name, index: current.index }];
  });
}
