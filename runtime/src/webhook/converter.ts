import { groupKindOf, parseApiVersion } from '../api/names.js';
import type { DeepReadonly, KubernetesObject, ObjectMeta } from '../api/object.js';
import { apiVersionOf, resourceInfo, type KindHandle } from '../api/resource.js';
import { freeze } from '../json/copy.js';
import { deepEqual } from '../json/deep-equal.js';
import type { WebhookContext } from './admission.js';

/**
 * An object in another version, as a conversion answers it; parts of the object that it was given may be parts of it. Its
 * version is added; its metadata too, where it has none. Of the metadata only labels and annotations may change.
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

/** How the objects of one version become those of the hub, and back. Nothing may be lost on the way there and back. */
export interface Convertible<Hub, Spoke> {
  /** From the spoke to the hub. */
  readonly convertTo: Conversion<Spoke, Hub>;
  /** From the hub to the spoke. */
  readonly convertFrom: Conversion<Hub, Spoke>;
}

/** The functions of one spoke, and whose they are. */
export interface SpokeConverter<Hub> {
  readonly spoke: KindHandle<unknown>;
  readonly toHub: Conversion<KubernetesObject, Hub>;
  readonly fromHub: Conversion<Hub, KubernetesObject>;
}

/** A kind whose versions are converted, by the name of its CustomResourceDefinition: `<plural>.<group>`. */
export interface ConvertedKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
}

/** Converts objects of one kind to any version that it knows. */
export interface Converter extends ConvertedKind {
  /** The version by way of which the others are converted. */
  readonly hub: string;
  /** The versions that are converted to the hub and back. */
  readonly spokes: readonly string[];
  /** @throws Error when it knows a version not, or a conversion fails */
  convert(object: KubernetesObject, desiredVersion: string, context: WebhookContext): Promise<KubernetesObject>;
}

/** See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/conversion#NewSpokeConverter */
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
 * Converts between all versions of a kind by way of one of them, the hub.
 * See https://book.kubebuilder.io/multiversion-tutorial/conversion-concepts
 * @throws Error when a spoke is of another kind, or of a version that another one has
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

/** @throws Error when more than labels and annotations was changed: the API server would refuse the whole answer */
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
