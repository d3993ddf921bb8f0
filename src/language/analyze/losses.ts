import type { Marker } from '../markers/marker.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { levelsOf, schemaUsages, staysWithField } from './levels.js';
import { mergedAnnotations } from './merged.js';
import { extendedBy } from './owners.js';
import { keysOf, libraryTypeOf, narrowedType, resolve, type Written } from './type-names.js';
import { memberOf, pathOf, type Member } from './type-paths.js';
import type { Usage } from './usage.js';

/** Markers of a type that do not apply to a type that is derived from it. */
interface Loss {
  readonly at: ts.Node;
  /** The type to which the markers belong. */
  readonly of: string;
  readonly lost: readonly Usage[];
}

/** Warns where a type loses the markers of the type that it is derived from, and neither it nor its field repeats them. */
export function reportLosses(written: Written | undefined, ofField: readonly Usage[], analysis: Analysis): void {
  if (written === undefined) return;
  const losses = [...lossesOf(written, analysis)];
  if (losses.length === 0) return;
  const kept = [...ofField, ...schemaUsages(levelsOf(written, analysis))];
  for (const { at, of, lost } of losses) reportLeftOut(at, at.getText(), lost, kept, of, analysis);
}

/** Warns of markers of a declaration that its replacement lacks. */
export function reportLeftOut(
  at: ts.Node,
  name: string,
  lost: readonly Usage[],
  kept: readonly Usage[],
  of: string,
  analysis: Analysis,
): void {
  const again = new Set<Marker>(kept.map(({ marker }) => marker));
  const labels = new Set(lost.filter(({ marker }) => !again.has(marker)).map(({ label }) => label));
  if (labels.size > 0) analysis.report('markers-not-inherited', at, { name, markers: [...labels].join(', '), of });
}

function* lossesOf(written: Written, analysis: Analysis, seen = new Set<ts.TypeNode>()): Generator<Loss> {
  analysis.budget?.countStep();
  const { steps, end } = pathOf(written, analysis);
  for (const step of steps) {
    if (!('field' in step)) continue;
    const { usages } = mergedAnnotations(step.field.declarations, analysis);
    yield { at: step.at, of: step.field.of, lost: usages.filter(staysWithField) };
  }
  const last = steps.at(-1);
  if (last !== undefined && 'declaration' in last) {
    for (const base of extendedBy(last.declaration, analysis)) yield* lossesOf(base, analysis, seen);
  }
  const { node, bindings } = end;
  // Parts that are the same type lose the same markers.
  if (seen.has(node)) return;
  seen.add(node);
  if (typescript.isIntersectionTypeNode(node)) {
    for (const each of node.types) yield* lossesOf({ node: each, bindings }, analysis, seen);
  }
  const whole = narrowedType(node, analysis);
  if (whole !== undefined) {
    const inner = { node: whole, bindings };
    yield* lossesOf(inner, analysis, seen);
    yield { at: node, of: whole.getText(), lost: schemaUsages(levelsOf(inner, analysis)) };
  } else if (isComputed(node, analysis)) {
    yield { at: node, of: 'the types that it is computed from', lost: [...mentioned(end, analysis)] };
  }
}

/** Reports whether only the compiler knows which type a type node is, so that names in it are not followed. */
function isComputed(node: ts.TypeNode, analysis: Analysis): boolean {
  return (
    typescript.isConditionalTypeNode(node) ||
    typescript.isIndexedAccessTypeNode(node) ||
    typescript.isTypeQueryNode(node) ||
    typescript.isTemplateLiteralTypeNode(node) ||
    isComputedByLibrary(node, analysis)
  );
}

function isComputedByLibrary(node: ts.TypeNode, analysis: Analysis): boolean {
  const name = libraryTypeOf(node, analysis);
  return name !== undefined && !['Array', 'ReadonlyArray', 'Record'].includes(name);
}

/** Yields the markers of all types that a type node mentions, down to the arguments of its type parameters. */
export function* mentioned(written: Written, analysis: Analysis, levels = 0): Generator<Usage> {
  analysis.budget?.countStep();
  if (levels > mostLevels) return;
  yield* schemaUsages(levelsOf(written, analysis));
  const { node, bindings } = resolve(written, analysis);
  const members = membersAt({ node, bindings }, analysis);
  for (const { declarations } of members) yield* schemaUsages([mergedAnnotations(declarations, analysis)]);
  const parts = members.flatMap(({ type }) => type ?? []);
  const others = parts.length > 0 ? [] : partsOfNode(node).map((each) => ({ node: each, bindings }));
  for (const each of [...parts, ...others]) yield* mentioned(each, analysis, levels + 1);
}

/** Returns the members whose type an indexed access takes, such as those of `Item['x' | 'y']`. */
function membersAt({ node, bindings }: Written, analysis: Analysis): readonly Member[] {
  if (!typescript.isIndexedAccessTypeNode(node)) return [];
  const object = { node: node.objectType, bindings };
  const keys = keysOf({ node: node.indexType, bindings }, analysis);
  return keys.flatMap((key) => memberOf(object, key, analysis) ?? []);
}

// Deeper than any real type; a type can mention itself.
const mostLevels = 32;

/** Returns the type nodes in a type node whose values can be its values. */
function partsOfNode(node: ts.TypeNode): readonly ts.TypeNode[] {
  if (typescript.isTypeOperatorNode(node) && node.operator === typescript.SyntaxKind.KeyOfKeyword) return [];
  const found: ts.TypeNode[] = [];
  const isTest = (each: ts.Node): boolean => typescript.isConditionalTypeNode(node) && each === node.extendsType;
  const visit = (each: ts.Node): void => {
    if (isTest(each)) return;
    if (typescript.isTypeNode(each)) found.push(each);
    else typescript.forEachChild(each, visit);
  };
  typescript.forEachChild(node, visit);
  return found;
}
