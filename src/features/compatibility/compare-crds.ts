import { defined } from '../../base/model/defined.js';
import { objectAt } from '../../base/model/json-at.js';
import type { Change, Definitions, Difference, Rule } from './change.js';
import { compareSchemas, listOf, type SchemaPlace } from './compare-schemas.js';
import type { Crd, CrdSchema, CrdVersion } from '../../base/crd/crd.js';
import { kindRemoved, kindRules } from './kind-rules.js';
import { versionRules } from './version-rules.js';

/** Returns the changes from one definition of a kind to another one. */
export function compareCrds(before: Crd, after: Crd): readonly Change[] {
  const kind: Definitions = { before, after };
  const ofKind = kindRules.flatMap((rule) =>
    listOf(rule.find(kind)).map((each) => changeOf(before, rule, each, { crdPath: `spec${each.keyword ?? ''}` })),
  );
  return [...ofKind, ...before.versions.flatMap((version) => compareVersions(version, kind))];
}

/** Returns the change of a definition that no longer exists. */
export function removedCrd(before: Crd): Change {
  return changeOf(before, kindRemoved, {}, { crdPath: '' });
}

function compareVersions(before: CrdVersion, kind: Definitions): readonly Change[] {
  const after = kind.after.versions.find(({ name }) => name === before.name);
  const at = (keyword = ''): string =>
    after === undefined ? 'spec.versions' : `spec.versions[${after.index}]${keyword}`;
  const version = before.name;
  const ofVersion = versionRules.flatMap((rule) =>
    listOf(rule.find(before, after, kind)).map((each) =>
      changeOf(kind.before, rule, each, { version, crdPath: at(each.keyword) }),
    ),
  );
  if (after === undefined) return ofVersion;
  const ofSchema = compareSchemas(withMetadata(before.schema), withMetadata(after.schema)).map(
    ({ rule, difference, place }) =>
      changeOf(kind.before, rule, difference, {
        ...{ version, path: place.path },
        crdPath: at(`.schema.openAPIV3Schema${place.steps}${difference.keyword ?? ''}`),
      }),
  );
  return [...ofVersion, ...ofSchema];
}

/**
 * Returns the schema of a version, including the fields of `metadata` that it can restrict, without restrictions if it
 * sets none.
 */
function withMetadata(schema: CrdSchema): CrdSchema {
  const fields = objectAt(schema, 'properties');
  const metadata = objectAt(fields, 'metadata');
  const own = objectAt(metadata, 'properties');
  const text = { type: 'string' };
  const [name, generateName] = [objectAt(own, 'name'), objectAt(own, 'generateName')];
  const properties = { ...own, name: { ...text, ...name }, generateName: { ...text, ...generateName } };
  return { ...schema, properties: { ...fields, metadata: { type: 'object', ...metadata, properties } } };
}

interface ChangePlace extends Partial<Pick<SchemaPlace, 'path'>> {
  readonly version?: string;
  readonly crdPath: string;
}

function changeOf(
  crd: Crd,
  { id, what, breaks, severity }: Omit<Rule<never>, 'find'>,
  { before, after }: Difference,
  { version, path = '', crdPath }: ChangePlace,
): Change {
  return {
    rule: { id, what, breaks, ...defined({ severity }) },
    crd: crd.name,
    kind: crd.names.kind,
    ...defined({ version, before, after }),
    ...{ path, crdPath },
  };
}
