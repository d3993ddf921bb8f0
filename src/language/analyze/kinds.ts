import type { KindDraft } from '../markers/marker.js';
import type { Kind, KindVersion } from '../../base/model/kind.js';
import { mostSchemas } from '../../base/model/limits.js';
import { splitObjectFields } from '../../base/model/object-fields.js';
import type { Position } from '../../base/model/position.js';
import type { Schema } from '../../base/model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { originsOfKeys, positionWithin } from './argument-origins.js';
import { readArguments } from './arguments.js';
import { Budget, KindTooLarge } from './budget.js';
import { partsOf } from './declared.js';
import { isSchemaless, markersOfBases, says, schemaUsages } from './levels.js';
import { mergedAnnotations } from './merged.js';
import { basesOf, isOfCustomResource } from './owners.js';
import { schemaOf } from './schema.js';
import { annotateType } from './schema-markers.js';
import { annotationsOf, usagesOn } from './usages.js';
import type { Usage } from './usage.js';
import type { Annotations } from './usage.js';
import { defined } from '../../base/model/defined.js';

/** A kind in one version, as declared by one class. */
export interface DeclaredKind {
  readonly names: { -readonly [K in keyof Omit<Kind, 'versions'>]: Kind[K] };
  readonly version: KindVersion;
  /** Whether it is declared but omitted from the CustomResourceDefinition. */
  readonly skipped: boolean;
  readonly position: Position;
}

/** Returns the kinds that a file declares. */
export function kindsOf(file: ts.SourceFile, analysis: Analysis): readonly DeclaredKind[] {
  const classes = file.statements.filter((each) => typescript.isClassDeclaration(each));
  return classes.filter((each) => isKind(each, analysis)).flatMap((each) => kindOf(each, analysis) ?? []);
}

function isKind(declaration: ts.ClassDeclaration, analysis: Analysis): boolean {
  const { usages } = annotationsOf(declaration, analysis);
  const onKind = usages.filter(({ marker }) => marker.on === 'kind');
  const isResource = onKind.some(({ marker }) => marker.name === 'Resource');
  for (const usage of isResource ? [] : onKind) {
    const place = 'a class without @Resource';
    analysis.report('misplaced-marker', usage.position, { marker: usage.label, place, wanted: 'the class of a kind' });
  }
  return isResource;
}

function kindOf(declaration: ts.ClassDeclaration, analysis: Analysis): DeclaredKind | undefined {
  const className = nameOf(declaration);
  const type = analysis.checker.getTypeAtLocation(declaration.name ?? declaration);
  if (!extendsCustomResource(declaration, type, analysis)) {
    analysis.report('not-a-custom-resource', declaration.name ?? declaration, { kind: className });
    return undefined;
  }
  const parts = partsOf(declaration, analysis);
  reportReservedFields(parts, className, analysis);
  const draft = draftOf();
  const { usages } = annotationsOf(declaration, analysis);
  const origins = applyKindMarkers(draft, usages, analysis);
  if (draft.skipped) reportOnSkipped(usages, analysis);
  // As for the API server, an empty name counts as missing.
  draft.kind ||= className;
  draft.singular ||= draft.kind.toLowerCase();
  draft.listKind ||= `${draft.kind}List`;
  const levels = [...markersOfBases(declaration, analysis), mergedAnnotations(parts, analysis)];
  const isWhole = isSchemaless(levels) && says(levels, 'Schema');
  const schema = isWhole ? {} : schemaWithin(type, declaration, analysis);
  if (schema === undefined || draft.groupVersion === undefined) return undefined;
  reportOnKind(levels, isWhole, analysis);
  annotateType(schema, levels, className, analysis);
  reportOutsideConsole(schema, analysis);
  return declaredKind(
    { ...draft, groupVersion: draft.groupVersion },
    {
      ...(className === draft.kind ? {} : { className }),
      ...splitObjectFields(schema, isWhole),
      position: analysis.positionOf(declaration.name ?? declaration),
      origins,
    },
  );
}

/** A kind before any of its markers is read. */
function draftOf(): KindDraft {
  return {
    kind: '',
    plural: '',
    singular: '',
    listKind: '',
    shortNames: [],
    categories: [],
    scope: 'Namespaced',
    annotations: {},
    labels: {},
    served: true,
    storage: false,
    status: false,
    printColumns: [],
    selectableFields: [],
    skipped: false,
  };
}

function declaredKind(
  draft: KindDraft & Required<Pick<KindDraft, 'groupVersion'>>,
  {
    schema,
    className,
    objectFields,
    position,
    origins,
  }: Required<Pick<KindVersion, 'schema' | 'position' | 'origins'>> & Pick<KindVersion, 'className' | 'objectFields'>,
): DeclaredKind {
  const {
    groupVersion,
    skipped,
    served,
    storage,
    deprecated,
    status,
    scale,
    printColumns,
    selectableFields,
    inConsole,
    ofFeatures,
    ...names
  } = draft;
  return {
    names: { group: groupVersion.group, ...names },
    version: {
      name: groupVersion.version,
      served,
      storage,
      ...defined({ deprecated }),
      schema,
      ...defined({ className, objectFields }),
      status,
      ...defined({ scale }),
      printColumns,
      selectableFields,
      ...defined({ inConsole, ofFeatures }),
      position,
      origins,
    },
    skipped,
    position,
  };
}

/** Returns the schema of a kind if it is not larger than what an API server stores; otherwise reports it. */
function schemaWithin(type: ts.Type, declaration: ts.ClassDeclaration, analysis: Analysis): Schema | undefined {
  analysis.budget = new Budget({ node: declaration.name ?? declaration, field: nameOf(declaration) });
  try {
    return schemaOf(type, { node: declaration, field: nameOf(declaration), expanding: [] }, analysis);
  } catch (error) {
    if (!(error instanceof KindTooLarge)) throw error;
    analysis.report('kind-too-large', error.at.node, { field: error.at.field, schemas: mostSchemas });
    return undefined;
  } finally {
    analysis.budget = undefined;
  }
}

/** Applies markers in source order, and returns the positions of those that took effect. */
function applyKindMarkers(
  draft: KindDraft,
  usages: readonly Usage[],
  analysis: Analysis,
): Readonly<Record<string, readonly Position[]>> {
  const origins: Record<string, Position[]> = {};
  for (const { usage, marker } of usagesOn('kind', usages, analysis)) {
    const values = readArguments(usage, analysis);
    const refusal = values && marker.apply(draft, values as never[]);
    if (values !== undefined) (origins[marker.name] ??= []).push(usage.position);
    for (const [key, position] of marker.name === 'Resource' ? Object.entries(originsOfKeys(usage, analysis)) : []) {
      origins[`Resource.${key}`] = [position];
    }
    if (refusal === undefined) continue;
    const { at = [], ...reasons } = refusal;
    analysis.report('invalid-marker', positionWithin(usage, at, analysis), { marker: usage.label, ...reasons });
  }
  return origins;
}

function extendsCustomResource(declaration: ts.ClassDeclaration, type: ts.Type, analysis: Analysis): boolean {
  // A base class can be a function call, so the inherited field is checked as well.
  const parent = analysis.checker.getPropertyOfType(type, 'metadata')?.declarations?.[0]?.parent;
  const bases = basesOf(declaration, analysis).flatMap((base) => partsOf(base, analysis));
  return [...bases, ...(parent ? [parent] : [])].some((base) => isOfCustomResource(base, analysis));
}

/**
 * Reports markers that are valid on any type except a kind, because its object is always present, and its fields are
 * its own unless a raw schema replaces them.
 */
function reportOnKind(levels: readonly Annotations[], isWhole: boolean, analysis: Analysis): void {
  for (const { marker, label, position } of schemaUsages(levels)) {
    if (marker.on !== 'schema') continue;
    const isMisplaced =
      marker.presence !== undefined || marker.ignored === true || (marker.schemaless === true && !isWhole);
    if (!isMisplaced && marker.inBundle === undefined) continue;
    analysis.report('misplaced-marker', position, {
      marker: label,
      place: 'the class of a kind',
      wanted: isMisplaced ? 'a field of it' : 'a field of its spec or status; @CsvKind is for kinds',
    });
  }
}

/** Reports markers of a skipped version that are about the whole CustomResourceDefinition. */
function reportOnSkipped(usages: readonly Usage[], analysis: Analysis): void {
  for (const { marker, label, position } of usages) {
    if (marker.name !== 'StorageVersion' && marker.name !== 'Metadata') continue;
    const wanted = 'a version of the CustomResourceDefinition';
    analysis.report('misplaced-marker', position, { marker: label, place: 'a version with @SkipVersion', wanted });
  }
}

/** Reports texts for the console on fields that it does not show, which are those outside of the spec and the status. */
function reportOutsideConsole({ properties = [] }: Schema, analysis: Analysis): void {
  for (const { name, schema } of properties) {
    const position = schema.origins?.['inConsole'];
    if (position === undefined) continue;
    const place = `the field ${name} of a kind`;
    analysis.report('misplaced-marker', position, { marker: '@Csv', place, wanted: 'a field of its spec or status' });
  }
}

/** Reports fields with the JSON names of the fields that every object has, which the API server defines. */
function reportReservedFields(parts: readonly ts.Declaration[], kind: string, analysis: Analysis): void {
  const members = parts.flatMap((each): readonly ts.NamedDeclaration[] =>
    'members' in each ? [...(each.members as ts.NodeArray<ts.NamedDeclaration>)] : [],
  );
  for (const { name } of members) {
    const text = name && typescript.isPropertyName(name) && !typescript.isComputedPropertyName(name) ? name.text : '';
    if (['apiVersion', 'kind', 'metadata'].includes(text)) {
      analysis.report('duplicate-field', name!, { field: `${kind}.${text}` });
    }
  }
}

function nameOf(declaration: ts.ClassDeclaration): string {
  return declaration.name?.text ?? 'an anonymous class';
}
