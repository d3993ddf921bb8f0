import type { Crd, CrdVersion } from '../../base/crd/crd.js';
import { objectAt, objectsAt, own, textAt } from '../../base/model/json-at.js';
import { typeNameOf } from '../../project/class-name.js';
import type { JsonObject, JsonValue } from '../../base/model/schema.js';
import { asStored } from './as-stored.js';
import { docComment } from './description.js';
import { rawMarker, withOneRaw } from './raw-marker.js';
import { type Declaration, type KindInfo, type SourceMarker } from './source.js';
import type { Types } from './types.js';

/** Annotations that describe the generator or the installation of a CRD, and not the kind. */
export const foreignAnnotations =
  /^(?:controller-gen\.kubebuilder\.io\/version|operator-gen\/version|kubectl\.kubernetes\.io\/last-applied-configuration)$/;

/** A kind in one version. */
export interface ImportedVersion {
  readonly crd: Crd;
  readonly version: CrdVersion;
  /** Whether the project has other versions of the kind, none of which the CRD contains. */
  readonly hasOthers?: boolean;
}

/** Returns the class of a kind in one version. */
export function kindClass(imported: ImportedVersion, root: JsonObject, types: Types): Declaration {
  const { crd, version } = imported;
  const { fields, markers } = types.kindBody(typeNameOf(crd.names.kind), root);
  const description = textAt(root, 'description');
  const isRaw = description !== '' && docComment(description) === undefined;
  return {
    name: typeNameOf(crd.names.kind),
    description: description === '' ? undefined : description,
    markers: withOneRaw([...kindMarkers(imported), ...markers, ...(isRaw ? rawMarker({ description }) : [])]),
    body: { is: 'class', fields, kind: infoOf(crd, version) },
  };
}

function infoOf({ group, names, scope }: Crd, { name: version }: CrdVersion): KindInfo {
  const { kind, plural, listKind } = names;
  return { group, version, kind, plural, scope, ...(listKind === `${kind}List` ? {} : { listKind }) };
}

/** Returns the whole schema of a version, as the API server stores it. */
export function rootOf({ object }: Crd, { index }: CrdVersion): JsonObject {
  const version = objectsAt(object, 'spec', 'versions')[index]!;
  return asStored(objectAt(version, 'schema', 'openAPIV3Schema'));
}

function kindMarkers({ crd, version, hasOthers = false }: ImportedVersion): readonly SourceMarker[] {
  const { object, versions } = crd;
  const raw = objectsAt(object, 'spec', 'versions')[version.index]!;
  const warning = own(raw, 'deprecationWarning');
  const isDefault = (each: JsonValue | undefined): boolean => each === undefined || each === 0;
  return [
    { name: 'Resource', values: [namesOf(crd)] },
    ...(version.storage && (versions.length > 1 || hasOthers) ? [marker('StorageVersion')] : []),
    ...(version.served ? [] : [marker('UnservedVersion')]),
    ...(version.deprecated ? [marker('DeprecatedVersion', ...(warning === undefined ? [] : [warning]))] : []),
    ...(version.storage || versions.length === 1 ? metadataMarkers(object) : []),
    ...(version.hasStatus ? [marker('StatusSubresource')] : []),
    ...(version.scale === undefined ? [] : [marker('ScaleSubresource', version.scale)]),
    ...version.selectableFields.map((each) => marker('SelectableField', each)),
    ...objectsAt(raw, 'additionalPrinterColumns').map((column) => {
      const { priority, ...others } = column;
      return marker('PrintColumn', isDefault(priority) ? others : { ...others, priority: priority! });
    }),
  ];
}

function marker(name: string, ...values: readonly JsonValue[]): SourceMarker {
  return { name, values };
}

function namesOf({ names, scope }: Crd): JsonObject {
  const { kind, plural, singular, shortNames, categories, listKind } = names;
  return {
    ...(typeNameOf(kind) === kind ? {} : { kind }),
    plural,
    ...(singular === kind.toLowerCase() ? {} : { singular }),
    ...(listKind === `${kind}List` ? {} : { listKind }),
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(scope === 'Cluster' ? { scope } : {}),
  };
}

/** Returns the annotations and labels of a CRD that belong to the kind. */
function metadataMarkers(object: JsonObject): readonly SourceMarker[] {
  const metadata = objectAt(object, 'metadata');
  const annotations = textFields(objectAt(metadata, 'annotations'), (key) => !foreignAnnotations.test(key));
  const labels = textFields(objectAt(metadata, 'labels'));
  const fields = {
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
  };
  return Object.keys(fields).length === 0 ? [] : [marker('Metadata', fields)];
}

function textFields(object: JsonObject, isWanted: (key: string) => boolean = () => true): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([key, value]) => typeof value === 'string' && isWanted(key)),
  );
}
