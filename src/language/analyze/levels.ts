import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { partsOf } from './declared.js';
import { mergedAnnotations } from './merged.js';
import { basesOf } from './owners.js';
import { withoutAbsence, type Written } from './type-names.js';
import { endOf, namedTypes, pathOf } from './type-paths.js';
import type { Usage } from './usage.js';
import type { Annotations } from './usage.js';

/**
 * Returns the annotations of a type from the names and fields that it is written with, from what those extend, and from
 * the parts of an intersection, innermost first.
 */
export function levelsOf(written: Written | undefined, analysis: Analysis): readonly Annotations[] {
  if (written === undefined) return [];
  const steps = pathOf(written, analysis)
    .steps.toReversed()
    .map((step) =>
      'field' in step
        ? ofValue(mergedAnnotations(step.field.declarations, analysis))
        : mergedAnnotations(step.declarations, analysis),
    );
  return [...inheritedLevels(written, analysis), ...steps];
}

/** Returns the annotations of a field that apply to its value, and not to the field within its object. */
function ofValue({ description, usages }: Annotations): Annotations {
  return { description, usages: usages.filter((usage) => !staysWithField(usage)) };
}

/** Reports whether a marker belongs to the field only, and not to its type: another field of that type has its own. */
export function staysWithField(usage: Usage): boolean {
  return isOfField(usage) || usage.marker.name === 'Default';
}

/** Returns the annotations that the bases of a class and the parts of an intersection contribute to the object. */
function inheritedLevels(written: Written, analysis: Analysis): readonly Annotations[] {
  const last = namedTypes(written, analysis).at(-1)?.declaration;
  const bases = last === undefined ? [] : markersOfBases(last, analysis);
  const { node, bindings } = endOf(written, analysis);
  if (!typescript.isIntersectionTypeNode(node)) return bases;
  const parts = node.types.flatMap((each) => levelsOf({ node: each, bindings }, analysis));
  return [...bases, ...parts.map(withoutDescription)];
}

/** Returns the markers of the bases of a declaration; descriptions are not inherited. */
export function markersOfBases(declaration: ts.Node, analysis: Analysis): readonly Annotations[] {
  return basesOf(declaration, analysis).map((base) =>
    withoutDescription(mergedAnnotations(partsOf(base, analysis), analysis)),
  );
}

function withoutDescription({ usages }: Annotations): Annotations {
  return { description: '', usages };
}

/** Returns the schema markers of several levels. */
export function schemaUsages(levels: readonly Annotations[]): readonly Usage[] {
  return levels.flatMap(({ usages }) => usages).filter(({ marker }) => marker.on === 'schema');
}

/** Reports whether one of the levels has a marker. */
export function says(levels: readonly Annotations[], name: string): boolean {
  return levels.some(({ usages }) => usages.some(({ marker }) => marker.name === name));
}

/** Reports whether one of the levels makes the generator ignore the TypeScript type. */
export function isSchemaless(levels: readonly Annotations[]): boolean {
  return schemaUsages(levels).some(({ marker }) => marker.on === 'schema' && marker.schemaless === true);
}

/** Reports whether a marker affects the object that contains the field, and not only the values of the field. */
export function isOfField({ marker }: Usage): boolean {
  if (marker.on !== 'schema') return false;
  return (
    marker.inParent !== undefined ||
    marker.presence !== undefined ||
    marker.ignored === true ||
    marker.inBundle !== undefined
  );
}

/** Reports markers on types used outside of fields that would be lost, because they affect a field. */
export function reportOfFields(levels: readonly Annotations[], place: string, analysis: Analysis): void {
  for (const { label, position } of schemaUsages(levels).filter(isOfField)) {
    analysis.report('misplaced-marker', position, { marker: label, place, wanted: 'a separate field' });
  }
}

/** Reports markers on the members of a union: they would apply to a single branch, which no keyword can express. */
export function reportOnMembers(written: Written | undefined, analysis: Analysis): void {
  if (written === undefined) return;
  const { node, bindings } = endOf(written, analysis);
  if (!typescript.isUnionTypeNode(withoutAbsence(node))) return;
  for (const each of (node as ts.UnionTypeNode).types) {
    const member = { node: each, bindings };
    for (const { label, position } of schemaUsages(levelsOf(member, analysis))) {
      const wanted = 'the union, or a field of its member';
      analysis.report('misplaced-marker', position, { marker: label, place: 'a member of a union', wanted });
    }
    reportOnMembers(member, analysis);
  }
}
