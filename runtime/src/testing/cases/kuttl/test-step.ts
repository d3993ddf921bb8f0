import { join, isAbsolute } from 'node:path';
import { refuseInvalid, refuseUnsupported } from '../case-error.js';
import type { CaseFiles } from '../files/case-files.js';
import { readObjects } from '../files/documents.js';
import { fieldsOf, type Fields } from '../files/fields.js';
import type { CaseCommand, CaseObject, DeletedObjects, OtherCluster, Place } from '../model.js';
import { commandFields, readCommand } from './commands.js';
import { expand } from './expand.js';
import { fieldWarnings, type Warn } from './unknown-fields.js';

/** Content of a TestStep. */
export interface TestStep {
  /** Empty if it does not name the step. */
  readonly name: string;
  readonly cluster: OtherCluster | undefined;
  readonly deletes: readonly DeletedObjects[];
  readonly commands: readonly CaseCommand[];
  /** Objects of the files that it names. */
  readonly applies: readonly CaseObject[];
  readonly asserts: readonly CaseObject[];
  readonly errors: readonly CaseObject[];
}

/** Folder of a test case, and what it may read. */
export interface CaseFolder {
  readonly folder: string;
  readonly files: CaseFiles;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warn: Warn;
}

const known = [
  'index',
  'apply',
  'assert',
  'error',
  'delete',
  'unitTest',
  'commands',
  'kubeconfig',
  'kubeconfigLoading',
  'context',
];
const knownInDelete = ['apiVersion', 'kind', 'name', 'namespace', 'labels', 'uid', 'resourceVersion', 'fieldPath'];

/** Reads a TestStep, and the files that it names. @throws CaseError if one of them is not valid */
export function readTestStep(object: CaseObject, around: CaseFolder): TestStep {
  const fields = fieldsOf(object);
  fieldWarnings(fields, [...known, 'apiVersion', 'kind', 'metadata'], around.warn);
  const named = (name: string) =>
    fields.texts(name).flatMap((path) => objectsAt(expand(path, around.env), fields.placeOf(name), around));
  return {
    name: fields.object('metadata')?.text('name') ?? '',
    cluster: otherCluster(fields, around),
    deletes: fields.objects('delete').map((each) => {
      fieldWarnings(each, knownInDelete, around.warn);
      return readDeleted(each);
    }),
    commands: fields.objects('commands').map((each) => {
      fieldWarnings(each, commandFields, around.warn);
      return readCommand(each);
    }),
    applies: named('apply'),
    asserts: named('assert'),
    errors: named('error'),
  };
}

function readDeleted(fields: Fields): DeletedObjects {
  const [kind, apiVersion] = [fields.text('kind'), fields.text('apiVersion')];
  if (kind === '' || apiVersion === '')
    refuseInvalid(fields.place, 'the reference has no kind or no apiVersion', 'add both');
  return {
    apiVersion,
    kind,
    name: fields.text('name') || undefined,
    namespace: fields.text('namespace') || undefined,
    labels: fields.labels('labels'),
    place: fields.place,
  };
}

function otherCluster(fields: Fields, { folder, env }: CaseFolder): OtherCluster | undefined {
  const loading = fields.text('kubeconfigLoading');
  if (!['', 'Eager', 'Lazy'].includes(loading))
    refuseInvalid(fields.placeOf('kubeconfigLoading'), `kubeconfigLoading is "${loading}"`, 'write Eager or Lazy');
  const path = expand(fields.text('kubeconfig'), env);
  // Without a kubeconfig, the step uses the cluster of the suite, whatever the context.
  if (path === '') return undefined;
  return {
    kubeconfig: isAbsolute(path) ? path : join(folder, path),
    context: fields.text('context') || undefined,
    isLazy: loading === 'Lazy',
  };
}

/** Returns the objects of a file, or of the YAML files in a folder. @throws CaseError if there is none, or one is not valid */
function objectsAt(path: string, place: Place, { folder, files }: CaseFolder): readonly CaseObject[] {
  if (/^https?:\/\//.test(path))
    return refuseUnsupported(place, 'a URL', 'download the file into the folder of the case');
  const full = isAbsolute(path) ? path : join(folder, path);
  const isFolder = files.isFolder(full);
  if (isFolder === undefined)
    return refuseInvalid(place, `${path} does not exist`, 'correct the path; it is relative to the folder of the case');
  const found = isFolder
    ? files.list(full).filter((each) => !each.isFolder && each.name.endsWith('.yaml'))
    : [{ path: full }];
  return found.flatMap((each) => readObjects(each.path, files.read(each.path)));
}
