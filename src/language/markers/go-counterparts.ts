import { suggest } from '../../base/diagnostics/suggest.js';
import { tagName, type Marker } from './marker.js';
import { markers } from './registry.js';

/** A kubebuilder marker without a counterpart here, or one that TypeScript itself expresses better. */
export interface Replacement {
  /** The names as written in Go, without the plus sign. If both spellings work, a name can also be that of a marker. */
  readonly names: readonly string[];
  /** The replacement, as Markdown; undefined if the marker has no counterpart. */
  readonly instead?: string;
  readonly why: string;
}

/** The kubebuilder markers that are not needed here, for the reference, diagnostics and `inspect markers`. */
export const replacements: readonly Replacement[] = [
  {
    names: ['kubebuilder:validation:Required', 'required', 'k8s:required'],
    instead: '`name!: string`',
    why: 'A field without `?` is required. There is no default to set for a whole package.',
  },
  {
    names: ['kubebuilder:validation:Optional', 'optional', 'k8s:optional'],
    instead: '`name?: string`',
    why: 'A field with `?` is optional. There is no default to set for a whole package.',
  },
  {
    names: ['nullable'],
    instead: '`name?: string | null`',
    why: 'A union with `| null` is `nullable: true`.',
  },
  {
    names: ['kubebuilder:default', 'default'],
    instead: '`replicas: Int32 = 1`',
    why: 'The initializer is the default, and the type checker checks it. `@Default` is for interfaces.',
  },
  {
    names: ['kubebuilder:validation:Enum', 'k8s:enum'],
    instead: "`mode?: 'fast' | 'safe'`",
    why: 'A union of literals becomes the enum, and the type checker enforces it too.',
  },
  {
    names: ['kubebuilder:validation:UniqueItems'],
    instead: "`@ListType('set')`",
    why: 'The API server rejects a CRD with `uniqueItems: true`.',
  },
  {
    names: ['kubebuilder:validation:items:UniqueItems'],
    instead: "`@Items(ListType('set'))`",
    why: 'The API server rejects a CRD with `uniqueItems: true`.',
  },
  {
    names: ['kubebuilder:validation:XIntOrString'],
    instead: '`port?: IntOrString`',
    why: 'The type is `x-kubernetes-int-or-string: true`, and string markers can be applied to it.',
  },
  {
    names: ['kubebuilder:validation:items:XIntOrString'],
    instead: '`ports?: IntOrString[]`',
    why: 'The type of the items is `x-kubernetes-int-or-string: true`, and string markers can be applied to it.',
  },
  {
    names: ['groupName', 'versionName'],
    instead: "`export const groupVersion = { group: 'example.com', version: 'v1' };`",
    why: 'It is the first argument of `@Resource`: the group and version belong to the kind, not to its folder.',
  },
  {
    names: ['kubebuilder:skip'],
    instead: 'a class without `@Resource`',
    why: 'Only classes with `@Resource` become CRDs, so no marker is needed to skip the others.',
  },
  {
    names: ['kubebuilder:object:root'],
    instead: '`class WebServer extends CustomResource`',
    why: 'The class with `@Resource` is the root, and its list type needs no declaration.',
  },
  {
    names: ['kubebuilder:object:generate', 'k8s:deepcopy-gen', 'k8s:deepcopy-gen:interfaces'],
    why: 'It generates Go code. Objects are plain data, which `structuredClone` copies.',
  },
  {
    names: ['kubebuilder:ac:generate', 'kubebuilder:ac:output:package', 'resource'],
    why: 'It generates Go code: typed configurations for server-side apply. In TypeScript, a partial object is enough.',
  },
];

/** The counterpart of a Go marker: a marker, one of the item markers, or a replacement. */
export interface Counterpart {
  readonly marker?: Marker | undefined;
  /** The marker among the arguments of `marker`: `MaxLength` in `@Items(MaxLength(...))`. */
  readonly inner?: Marker | undefined;
  readonly replacement?: Replacement | undefined;
}

let byGoName: ReadonlyMap<string, Marker> = new Map();
let counted = 0;

/** Returns the markers by their names in Go, including those of features once these are loaded. */
function markersByGoName(): ReadonlyMap<string, Marker> {
  if (counted !== markers.length) {
    byGoName = new Map(markers.flatMap((marker) => marker.kubebuilder.map((name) => [name, marker] as const)));
    counted = markers.length;
  }
  return byGoName;
}

const replacementByName: ReadonlyMap<string, Replacement> = new Map(
  replacements.flatMap((each) => each.names.map((name) => [name, each] as const)),
);

/** Returns the counterpart of a Go marker, given with or without its arguments; undefined for an unknown name. */
export function counterpartOf(goMarker: string): Counterpart | undefined {
  // Arguments follow the name after an equals sign or, if they are named, after a colon. Longer texts are not looked up
  // part by part, which would take quadratic time.
  let name = /^[\w:-]{0,100}/.exec(goMarker)![0];
  const own = markersByGoName();
  while (!own.has(name) && !replacementByName.has(name)) {
    const end = name.lastIndexOf(':');
    if (end < 0) return undefined;
    name = name.slice(0, end);
  }
  return {
    marker: own.get(name),
    inner: name.includes(':items:') ? own.get(name.replace(':items:', ':')) : undefined,
    replacement: replacementByName.get(name),
  };
}

/** Returns the replacement of a Go marker, given the last part of its name: `UniqueItems`, `nullable`. */
export function replacementNamed(word: string): Replacement | undefined {
  return replacements.find(({ names }) => names.some((name) => lastPart(name).toLowerCase() === word.toLowerCase()));
}

/** Returns the replacement of a Go validation written as a tag: `@nullable`, `@required`, `@uniqueItems`. */
export function replacementOfTag(tag: string): Replacement | undefined {
  const found = replacementNamed(tag);
  return found?.names.some((name) => !name.includes(':') || name.startsWith('kubebuilder:validation:'))
    ? found
    : undefined;
}

/** Returns the Go marker that was probably meant by an unknown name. */
export function likelyGoName(goMarker: string): string | undefined {
  const name = /^[\w:-]{0,100}/.exec(goMarker)![0].replace(/:$/, '');
  const goNames = [...markersByGoName().keys(), ...replacementByName.keys()];
  const meant = suggest(lastPart(name), new Set(goNames.map(lastPart)));
  return goNames.find((each) => lastPart(each) === meant);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

/** Returns what to do instead of writing a Go marker, in the imperative. */
export function remedyFor({ marker, inner, replacement }: Counterpart): string {
  if (marker !== undefined) {
    const text = callText(marker, inner === undefined ? undefined : callText(inner));
    return `write @${text} or, in a doc comment, @${tagName(marker)}`;
  }
  return replacement === undefined ? '' : remedyOf(replacement);
}

/** Returns the remedy for a marker that has no counterpart. */
export function remedyOf({ instead, why }: Replacement): string {
  const reason = `${why.charAt(0).toLowerCase()}${why.slice(1).replace(/\.$/, '')}`;
  return `${instead === undefined ? 'remove it' : `write ${instead}`}: ${reason}`;
}

function callText({ name, parameters }: Marker, given = '...'): string {
  return `${name}(${parameters.length === 0 ? '' : given})`;
}

/**
 * Returns the Go marker on a line of a comment, without its sign: its name, and its arguments up to the end of the
 * line. Undefined for other text: a single word is a marker only if Go tools know it and it stands alone or before an
 * equals sign.
 */
export function goMarkerIn(line: string): string | undefined {
  const [, sign, text = ''] = /^([+@])([A-Za-z].*)$/.exec(line.trim()) ?? [];
  const [name, after = ''] = [/^[\w:-]*/.exec(text)![0], /^[\w:-]*(.?)/.exec(text)?.[1]];
  if (/^(?:kubebuilder|k8s):\w/.test(name)) return text;
  const isWhole = after === '' || after === '=';
  if (sign !== '+' || !isWhole) return undefined;
  return /\w:\w/.test(name) || counterpartOf(name) !== undefined || otherMarkers.has(name) ? text : undefined;
}

// Markers of the generators of Kubernetes itself, which occur next to those of kubebuilder in copied Go types.
const otherMarkers: ReadonlySet<string> = new Set([
  'enum',
  'featureGate',
  'genclient',
  'patchMergeKey',
  'patchStrategy',
  'protobuf',
  'union',
  'unionDeprecated',
  'unionDiscriminator',
]);
