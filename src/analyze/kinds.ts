import type { KindDraft } from '../markers/marker.js';
import type { Kind, KindVersion } from '../model/kind.js';
import type { Position } from '../model/position.js';
import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';
import { readArguments, type Usage } from './arguments.js';
import { schemaOf } from './schema.js';
import { applySchemaMarkers } from './schema-markers.js';
import { annotationsOf } from './usages.js';

/** A kind in one version, as one class says it. */
export interface DeclaredKind {
  readonly names: Omit<Kind, 'versions'>;
  readonly version: KindVersion;
  readonly position: Position;
}

/** The kinds that a file declares. A second one in the same file is a problem: every kind has a file of its own. */
export function kindsOf(file: ts.SourceFile, analysis: Analysis): readonly DeclaredKind[] {
  const classes = file.statements.filter((each) => typescript.isClassDeclaration(each));
  const kinds = classes.filter((each) => isKind(each, analysis));
  for (const extra of kinds.slice(1)) {
    analysis.report('several-kinds', extra.name ?? extra, { kind: nameOf(extra), first: nameOf(kinds[0]!) });
  }
  return kinds.flatMap((each) => kindOf(each, analysis) ?? []);
}

function isKind(declaration: ts.ClassDeclaration, analysis: Analysis): boolean {
  const { usages } = annotationsOf(declaration, analysis);
  const onKind = usages.filter(({ marker }) => marker.on === 'kind');
  const isResource = onKind.some(({ marker }) => marker.name === 'Resource');
  for (const usage of isResource ? [] : onKind) {
    const place = 'a class without @Resource';
    analysis.report('marker-place', usage.position, { marker: usage.label, place, wanted: 'the class of a kind' });
  }
  return isResource;
}

function kindOf(declaration: ts.ClassDeclaration, analysis: Analysis): DeclaredKind | undefined {
  const kind = nameOf(declaration);
  const type = analysis.checker.getTypeAtLocation(declaration.name ?? declaration);
  if (!extendsCustomResource(type, analysis)) {
    analysis.report('not-a-custom-resource', declaration.name ?? declaration, { kind });
    return undefined;
  }
  const { description, usages } = annotationsOf(declaration, analysis);
  const draft: KindDraft = {
    plural: '',
    singular: kind.toLowerCase(),
    shortNames: [],
    categories: [],
    scope: 'Namespaced',
    status: false,
    printColumns: [],
  };
  applyKindMarkers(draft, usages, analysis);
  const schema = schemaOf(type, { node: declaration, field: kind, expanding: [] }, analysis);
  if (schema === undefined || draft.groupVersion === undefined) return undefined;
  if (description !== '') schema.description = description;
  applySchemaMarkers(schema, usages, kind, analysis);

  const position = analysis.positionOf(declaration.name ?? declaration);
  const { groupVersion, status, scale, printColumns, ...names } = draft;
  return {
    names: { group: groupVersion.group, kind, ...names },
    version: {
      name: groupVersion.version,
      served: true,
      storage: true,
      schema,
      status,
      ...(scale === undefined ? {} : { scale }),
      printColumns,
      position,
    },
    position,
  };
}

function applyKindMarkers(draft: KindDraft, usages: readonly Usage[], analysis: Analysis): void {
  const seen = new Set<string>();
  for (const usage of usages) {
    const { marker } = usage;
    if (marker.on !== 'kind') continue;
    if (seen.has(marker.name) && !marker.repeatable) {
      analysis.report('marker-repeated', usage.position, { marker: usage.label });
      continue;
    }
    seen.add(marker.name);
    const values = readArguments(usage, analysis);
    const refusal = values && marker.apply(draft, values as never[]);
    if (refusal !== undefined)
      analysis.report('marker-refused', usage.position, { marker: usage.label, reason: refusal });
  }
}

function extendsCustomResource(type: ts.Type, analysis: Analysis): boolean {
  const parent = analysis.checker.getPropertyOfType(type, 'metadata')?.declarations?.[0]?.parent;
  return (
    parent !== undefined &&
    typescript.isClassDeclaration(parent) &&
    parent.name?.text === 'CustomResource' &&
    analysis.isOurs(parent.getSourceFile(), 'api/')
  );
}

function nameOf(declaration: ts.ClassDeclaration): string {
  return declaration.name?.text ?? 'an anonymous class';
}
