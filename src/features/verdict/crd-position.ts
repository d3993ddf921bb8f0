import { originOf, type Kind, type KindVersion } from '../../base/model/kind.js';
import type { Position } from '../../base/model/position.js';
import { emittedName, type Keyword, type Property, type Schema, type Validation } from '../../base/model/schema.js';

/** The part of a kind that a path of its CRD leads to. */
export interface CrdPlace {
  /** Position of the field, or of the marker that set the keyword. */
  readonly position: Position;
  /** Path of the field from the kind, such as `WebServer.spec.replicas`; the kind for other parts of the CRD. */
  readonly field: string;
  /** The rule, if the path leads into one. */
  readonly validation?: Validation;
  /** Steps from the schema of the version to that of the place; undefined outside of schemas. */
  readonly trail?: readonly SchemaStep[];
}

/** A step from a schema to one inside it. */
export type SchemaStep =
  { readonly into: 'properties'; readonly name: string } | { readonly into: 'items' | 'additionalProperties' };

/** Markers that create a part of a version, by the name of that part in the CRD. */
const versionMarkers: Readonly<Record<string, string>> = {
  additionalPrinterColumns: 'PrintColumn',
  selectableFields: 'SelectableField',
  deprecationWarning: 'DeprecatedVersion',
  scale: 'ScaleSubresource',
  status: 'StatusSubresource',
};

/**
 * Finds the source of a path in an emitted CRD, such as
 * `spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[size].maximum`. The API server names the only
 * version, and a schema that all versions share, without the version: `spec.validation.openAPIV3Schema`.
 */
export function crdPlace(kind: Kind, path: string): CrdPlace {
  const steps = stepsOf(path);
  const version = versionAt(kind, steps);
  const root = steps.findIndex(({ name }) => name === 'openAPIV3Schema');
  const place = { field: kind.kind, position: version.position };
  if (root !== -1) return inSchema(version.schema, steps.slice(root + 1), { ...place, trail: [] });
  return { ...place, position: positionOutside(version, steps) };
}

/** Returns the version in a path of a CRD, or the version with the shared schema. */
export function crdVersion(kind: Kind, path: string): KindVersion {
  return versionAt(kind, stepsOf(path));
}

function versionAt(kind: Kind, steps: readonly Step[]): KindVersion {
  const index = steps[1]?.name === 'versions' ? Number(steps[1].key ?? 0) : 0;
  return kind.versions[index] ?? kind.versions[0]!;
}

function positionOutside(version: KindVersion, steps: readonly Step[]): Position {
  for (const { name, key } of steps) {
    const marker = versionMarkers[name];
    if (marker !== undefined) return originOf(version, marker, Number(key ?? 0));
  }
  return originOf(version, 'Resource');
}

function inSchema(schema: Schema, [step, ...rest]: readonly Step[], place: CrdPlace): CrdPlace {
  const { field, position, trail = [] } = place;
  if (step === undefined) return place;
  const { name, key = '' } = step;
  if (name === 'properties') {
    const property = propertyOf(schema.properties ?? [], key);
    // Fields of every object, such as metadata, are not in the sources.
    if (property === undefined) return place;
    return inSchema(property.schema, rest, {
      field: `${field}.${property.name}`,
      position: property.position ?? position,
      trail: [...trail, { into: 'properties', name: property.name }],
    });
  }
  if ((name === 'items' || name === 'additionalProperties') && schema[name]) {
    const inner = `${field}${name === 'items' ? '[]' : '[*]'}`;
    return inSchema(schema[name], rest, { field: inner, position, trail: [...trail, { into: name }] });
  }
  const keyword = keywordOf(schema, name);
  const origin = { field, position: (keyword && schema.origins?.[keyword]) ?? position, trail };
  if (keyword !== 'validations') return origin;
  const validation = schema.validations?.[Number(key)];
  return validation === undefined
    ? origin
    : { ...origin, position: validation.position ?? origin.position, validation };
}

function keywordOf(schema: Schema, emitted: string): Keyword | undefined {
  return (Object.keys(schema) as Keyword[]).find((each) => emittedName(each) === emitted);
}

/** Returns a property by its name. Names with brackets or dots are not escaped. */
function propertyOf(properties: readonly Property[], name: string): Property | undefined {
  return properties.find((each) => each.name === name);
}

/** A step of a path: `.versions[0]` has the name `versions` and the key `0`. */
interface Step {
  readonly name: string;
  readonly key?: string;
}

function stepsOf(path: string): readonly Step[] {
  const form = /(?:^|\.)([\w-]+)(?:\[([^\]]*)\])?/gy;
  return [...path.matchAll(form)].map(([, name = '', key]) => (key === undefined ? { name } : { name, key }));
}
