import type { KubernetesObject } from '../../api/object.js';
import { groupKindOf } from '../../api/names.js';
import type { Converter } from '../../webhook/converter.js';
import type { CRDSource } from '../environment/crds.js';
import { createRandom } from '../random.js';
import { bodyOf, isValidObject, makeKubernetesObject } from '../values/make-object.js';
import { uncheckedRules } from '../values/rules.js';
import type { JsonValue } from '../values/schema.js';
import { ConversionLossError, lossOf, shownWhole } from './conversion-loss-error.js';
import { printPath } from './differences.js';
import { kindVersions } from './kind-versions.js';
import { foreignAnnotations, staleAnnotations } from './preserved.js';
import { roundTrip, versionOf, type Subject, type Trouble } from './round-trip.js';
import { shrink } from './shrink.js';

/** Options of `fuzzConversion`. */
export interface FuzzConversionOptions {
  /** CustomResourceDefinition of the kind: its YAML file, the directory of the file, or the definition itself. */
  readonly crd: CRDSource;
  /** Number of objects per version; defaults to 100. */
  readonly values?: number;
  /** Seed that determines the objects; defaults to the variable FUZZ_SEED, or else to a new one each time. */
  readonly seed?: number;
  /**
   * Changes an object before it is converted, for requirements that are not in the schema: unsupported CEL rules, or
   * those of a webhook. The `apiVersion` of the object says its version.
   */
  readonly adjust?: (object: KubernetesObject) => void;
}

/** Check of an object of one version; returns the problems that it finds. */
type Check = (object: KubernetesObject) => Promise<readonly Trouble[]>;

/**
 * Tests whether a conversion preserves all data. Objects of every version are generated from the schema, valid and with
 * their defaults: one with as few fields as possible, one with every field, and others at random. Each is converted to
 * the hub and back, and those of the hub to each spoke and back, without the fields that the API server would prune.
 *
 * Data that a conversion preserves in annotations is tested too: it must neither override what was written later, nor
 * make the conversion fail if another client wrote the annotation.
 *
 * @returns the seed, and the number of objects that were converted to another version and back
 * @throws ConversionLossError with each field that was lost or changed, on a small object
 * @throws Error if the definition and the converter have different versions, or no value was found for a schema
 */
export async function fuzzConversion(
  converter: Converter,
  { crd, values = 100, seed = usualSeed(), adjust = () => undefined }: FuzzConversionOptions,
): Promise<{ readonly seed: number; readonly objects: number }> {
  const subject: Subject = { converter, versions: await kindVersions(converter, crd) };
  const made = new Map<string, readonly KubernetesObject[]>();
  for (const [version, of] of subject.versions) {
    const random = createRandom(seed + made.size);
    const objects = Array.from({ length: values }, (_, index) => makeKubernetesObject(of, random, index));
    for (const each of objects) adjust(each);
    made.set(version, objects);
  }

  const troubles = new Map<string, Trouble>();
  const places = new Map<string, Set<string>>();
  let objects = 0;
  /** Keeps the first problem of each kind, on an object that is as small as possible. */
  const run = async (object: KubernetesObject, check: Check): Promise<void> => {
    objects += 1;
    const of = subject.versions.get(versionOf(object))!;
    for (const { key, difference } of await check(object)) {
      const paths = places.get(key) ?? new Set();
      places.set(key, difference === undefined ? paths : paths.add(printPath(difference.path)));
      if (troubles.has(key)) continue;
      const again = async (candidate: JsonValue): Promise<Trouble | undefined> => {
        const smaller = identified(structuredClone(candidate), object);
        if (!isValidObject(of, smaller)) return undefined;
        adjust(smaller);
        return (await check(smaller)).find((each) => each.key === key);
      };
      const known = troubles.size < shownWhole;
      const smallest = known
        ? await shrink(object as JsonValue, async (each) => (await again(each)) !== undefined)
        : (object as JsonValue);
      const trouble = (await again(smallest)) ?? (await check(object)).find((each) => each.key === key);
      if (trouble !== undefined) troubles.set(key, trouble);
    }
  };
  const { hub, spokes } = converter;
  for (const spoke of spokes) {
    for (const [from, to] of [
      [spoke, hub],
      [hub, spoke],
    ] as const) {
      const others = made.get(to)!;
      for (const [index, object] of made.get(from)!.entries()) {
        await run(object, (each) => roundTrip(subject, each, to));
        const other = others[(index * 7) % others.length]!;
        await run(object, (each) => staleAnnotations(subject, other, each));
        if (index < 5) await run(object, (each) => foreignAnnotations(subject, other, each));
      }
    }
  }
  if (troubles.size === 0) return { seed, objects };
  const unchecked = [...subject.versions.values()].flatMap(({ schema }) => uncheckedRules(bodyOf(schema)));
  const losses = [...troubles].map(([key, trouble]) => lossOf(trouble, places.get(key)!));
  throw new ConversionLossError(groupKindOf(converter), losses, seed, [...new Set(unchecked)]);
}

/** Returns an object with the group, version, kind and name of another one. */
function identified(candidate: JsonValue, { apiVersion, kind, metadata = {} }: KubernetesObject): KubernetesObject {
  const { apiVersion: _, kind: __, metadata: own, ...body } = candidate as KubernetesObject;
  const { name: ___, namespace: ____, ...others } = own ?? {};
  const { name, namespace } = metadata;
  const named = { name, ...(namespace && { namespace }), ...others };
  return { apiVersion, kind, metadata: named, ...body } as KubernetesObject;
}

function usualSeed(): number {
  const given = process.env['FUZZ_SEED'];
  return given === undefined || given === '' ? Date.now() % 1_000_000_000 : Number(given);
}
