import { groupKindOf, parseApiVersion } from '../api/names.js';
import type { DeepReadonly, KubernetesObject, ObjectMeta } from '../api/object.js';
import { apiVersionOf, resourceInfo, type KindHandle } from '../api/resource.js';
import { freeze } from '../json/copy.js';
import { deepEqual } from '../json/deep-equal.js';
import type { WebhookContext } from './admission.js';

/**
 * Result of a conversion: an object in another version, which can share parts with the original object. Its version is
 * added, and its metadata if it has none. In the metadata, only labels and annotations can change.
 */
export type Converted<T> = Omit<DeepReadonly<T>, 'apiVersion' | 'kind' | 'metadata'> & {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: DeepReadonly<ObjectMeta>;
};

export type Conversion<From, To> = (
  object: DeepReadonly<From>,
  context: WebhookContext,
) => Converted<To> | Promise<Converted<To>>;

/** Converts objects between one version and the hub. A round trip must not lose data. */
export interface Convertible<Hub, Spoke> {
  /** Converts from the spoke to the hub. */
  readonly convertTo: Conversion<Spoke, Hub>;
  /** Converts from the hub to the spoke. */
  readonly convertFrom: Conversion<Hub, Spoke>;
}

/** Conversion functions of one spoke. */
export interface SpokeConverter<Hub> {
  readonly spoke: KindHandle<unknown>;
  readonly toHub: Conversion<KubernetesObject, Hub>;
  readonly fromHub: Conversion<Hub, KubernetesObject>;
}

/** Kind whose versions are converted, identified by the name of its CustomResourceDefinition: `<plural>.<group>`. */
export interface ConvertedKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
}

/** Converts objects of one kind to any known version. */
export interface Converter extends ConvertedKind {
  /** Version through which the others are converted. */
  readonly hub: string;
  /** Versions that are converted to and from the hub. */
  readonly spokes: readonly string[];
  /**
   * Converts an object.
   * @param desiredVersion the version without its group, such as `v2`
   * @throws Error if a version is unknown, or the conversion fails
   */
  convert(object: KubernetesObject, desiredVersion: string, context: WebhookContext): Promise<KubernetesObject>;
}

/**
 * Creates the converter of a spoke.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/conversion#NewSpokeConverter
 */
export function spokeConverter<Hub extends KubernetesObject, Spoke extends KubernetesObject>(
  spoke: KindHandle<Spoke>,
  { convertTo, convertFrom }: Convertible<Hub, Spoke>,
): SpokeConverter<Hub> {
  return {
    spoke,
    toHub: convertTo as unknown as SpokeConverter<Hub>['toHub'],
    fromHub: convertFrom,
  };
}

/**
 * Creates a converter between all versions of a kind through one of them, the hub.
 * See https://book.kubebuilder.io/multiversion-tutorial/conversion-concepts
 * @throws Error if a spoke is of a different kind, or two spokes have the same version
 */
export function hubSpokeConverter<Hub extends KubernetesObject>(
  hub: KindHandle<Hub>,
  ...spokes: readonly SpokeConverter<Hub>[]
): Converter {
  const { group, version: hubVersion, kind, plural } = resourceInfo(hub);
  const byVersion = new Map<string, SpokeConverter<Hub>>();
  for (const each of spokes) {
    const info = resourceInfo(each.spoke);
    if (info.group !== group || info.kind !== kind) {
      throw new Error(
        `${groupKindOf(info)} is not a version of ${groupKindOf({ group, kind })}: leave its converter out`,
      );
    }
    if (info.version === hubVersion || byVersion.has(info.version)) {
      throw new Error(`${kind} has two converters for ${info.version}: leave one out`);
    }
    byVersion.set(info.version, each);
  }
  const known = [hubVersion, ...byVersion.keys()];
  const spokeOf = (version: string): SpokeConverter<Hub> => {
    const found = byVersion.get(version);
    if (found === undefined) throw new Error(`no converter for ${version}: there are ${known.join(', ')}`);
    return found;
  };
  const complete = (converted: Converted<unknown>, version: string, source: KubernetesObject): KubernetesObject => ({
    ...converted,
    apiVersion: apiVersionOf({ group, version }),
    kind,
    metadata: metadataOf(converted, source),
  });
  return {
    group,
    kind,
    plural,
    hub: hubVersion,
    spokes: [...byVersion.keys()],
    async convert(object, desired, context) {
      const from = parseApiVersion(object.apiVersion ?? '').version;
      if (from === desired) return object;
      const asked = desired === hubVersion ? undefined : spokeOf(desired);
      const inHub =
        from === hubVersion ? object : complete(await spokeOf(from).toHub(freeze(object), context), hubVersion, object);
      if (asked === undefined) return inHub;
      return complete(await asked.fromHub(freeze(inHub) as DeepReadonly<Hub>, context), desired, object);
    },
  };
}

/**
 * @throws Error if the conversion changes more than labels and annotations, for which the API server would reject the
 * whole answer
 */
function metadataOf({ metadata }: Converted<unknown>, { metadata: source = {} }: KubernetesObject): ObjectMeta {
  if (metadata === undefined) return source;
  for (const [name, value] of Object.entries(metadata)) {
    if (name === 'labels' || name === 'annotations' || value === undefined) continue;
    if (!deepEqual(value, source[name as keyof ObjectMeta])) {
      throw new Error(`metadata.${name} was changed: only labels and annotations may be`);
    }
  }
  const { labels, annotations } = metadata as ObjectMeta;
  const { labels: _labels, annotations: _annotations, ...rest } = source;
  return { ...rest, ...(labels && { labels }), ...(annotations && { annotations }) };
}
