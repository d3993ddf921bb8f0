import { refuseInvalid, refuseUnsupported } from '../case-error.js';
import { readObjects } from '../files/documents.js';
import { fieldsOf, type Fields } from '../files/fields.js';
import type { CaseCommand, CaseObject } from '../model.js';
import { readCommand } from './commands.js';
import { patternProblem } from './glob.js';
import { fieldWarnings, type Warn } from './unknown-fields.js';

/** Content of a TestSuite, in the file `kuttl-test.yaml`. Paths are relative to the working directory. */
export interface TestSuite {
  readonly name: string;
  /** Folder with CustomResourceDefinitions; empty for none. */
  readonly crdDir: string;
  readonly manifestDirs: readonly string[];
  readonly testDirs: readonly string[];
  readonly startControlPlane: boolean;
  readonly skipDelete: boolean;
  /** Seconds; 0 if unset. */
  readonly timeout: number;
  /** Maximum number of cases at a time; 0 if unset. */
  readonly parallel: number;
  readonly commands: readonly CaseCommand[];
  readonly reportFormat: 'json' | 'xml' | undefined;
  readonly reportName: string;
  readonly reportGranularity: 'step' | 'test';
  /** Folder of the report; empty for the working directory. */
  readonly artifactsDir: string;
  /** Namespace of all cases; empty for one for each case. */
  readonly namespace: string;
  readonly ignoreFiles: readonly string[] | undefined;
}

/** Fields that only matter for a kind cluster, or that kuttl no longer uses. */
const withoutEffect = [
  'controlPlaneArgs',
  'attachControlPlaneOutput',
  'kindConfig',
  'kindContext',
  'kindNodeCache',
  'kindContainers',
  'skipClusterDelete',
  'suppress',
  'config',
];
const known = [
  'crdDir',
  'manifestDirs',
  'testDirs',
  'startControlPlane',
  'startKIND',
  'skipDelete',
  'timeout',
  'parallel',
  'commands',
  'reportFormat',
  'reportName',
  'reportGranularity',
  'artifactsDir',
  'namespace',
  'ignoreFiles',
];

/**
 * Reads the TestSuite in a file; undefined if it has none.
 * @throws CaseError if it is not valid, or has something that is not supported
 */
export function readSuite(file: string, text: string, warn: Warn): TestSuite | undefined {
  const suites = readObjects(file, text).filter(
    (each) => each.kind === 'TestSuite' && each.apiVersion.startsWith('kuttl.dev/'),
  );
  const suite = suites.at(-1);
  return suite === undefined ? undefined : suiteOf(suite, warn);
}

function suiteOf(object: CaseObject, warn: Warn): TestSuite {
  const fields = fieldsOf(object);
  fieldWarnings(fields, [...known, ...withoutEffect, 'apiVersion', 'kind', 'metadata'], warn);
  if (fields.flag('startKIND'))
    refuseUnsupported(fields.placeOf('startKIND'), 'startKIND', 'create the cluster with kind, and name its context');
  const ignoreFiles = fields.has('ignoreFiles') ? fields.texts('ignoreFiles') : undefined;
  for (const each of ignoreFiles ?? []) {
    const problem = patternProblem(each);
    if (problem !== undefined)
      refuseInvalid(fields.placeOf('ignoreFiles'), `the pattern "${each}" is not valid: ${problem}`, 'correct it');
  }
  return {
    name: fields.object('metadata')?.text('name') ?? '',
    crdDir: fields.text('crdDir'),
    manifestDirs: fields.texts('manifestDirs'),
    testDirs: fields.texts('testDirs'),
    startControlPlane: fields.flag('startControlPlane'),
    skipDelete: fields.flag('skipDelete'),
    timeout: notNegative(fields, 'timeout'),
    parallel: notNegative(fields, 'parallel'),
    commands: fields.objects('commands').map(readCommand),
    reportFormat: oneOf<'json' | 'xml', undefined>(fields, 'reportFormat', ['json', 'xml'], undefined),
    reportName: fields.text('reportName') || 'kuttl-report',
    reportGranularity: oneOf(fields, 'reportGranularity', ['step', 'test'], 'step'),
    artifactsDir: fields.text('artifactsDir'),
    namespace: fields.text('namespace'),
    ignoreFiles,
  };
}

function notNegative(fields: Fields, name: string): number {
  const value = fields.number(name);
  return value < 0 ? refuseInvalid(fields.placeOf(name), `${name} is ${value}`, 'write a number above 0') : value;
}

function oneOf<const T extends string, A extends T | undefined>(
  fields: Fields,
  name: string,
  values: readonly T[],
  absent: A,
): T | A {
  const given = fields.text(name).toLowerCase();
  if (given === '') return absent;
  const found = values.find((each) => each === given);
  return found ?? refuseInvalid(fields.placeOf(name), `${name} is "${given}"`, `write ${values.join(' or ')}`);
}
