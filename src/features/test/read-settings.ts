import { isAbsolute, join, relative, resolve } from 'node:path';
import type { CaseProblem, SuiteOptions, TestSuite } from '@operator-gen/runtime/testing';
import { usageError } from '../../cli/framework/usage-error.js';
import type { Environment } from '../../output/operation/outcome.js';
import type { TestOptions } from './flags.js';
import { refuse } from './reporting.js';

/** File with the settings of a suite, in the working directory. */
const suiteFile = 'kuttl-test.yaml';
const usualFolder = 'test/cases';

/** Settings of a run: those of the flags, and otherwise those of the suite. */
export interface Settings extends Pick<
  SuiteOptions,
  'crdDir' | 'manifestDirs' | 'commands' | 'timeout' | 'parallel' | 'namespace' | 'skipDelete'
> {
  /** Absolute paths of the folders with cases. */
  readonly folders: readonly string[];
  readonly suite: TestSuite | undefined;
  readonly ignoreFiles: readonly string[] | undefined;
  readonly runLabels: Readonly<Record<string, string>>;
  readonly warnings: readonly CaseProblem[];
  /** Report to write: its format and its absolute path. */
  readonly report: { readonly format: 'json' | 'xml'; readonly file: string } | undefined;
}

/** Reads the settings of a run. @throws CaseError if the file of the suite is not valid */
export async function readSettings(options: TestOptions, environment: Environment): Promise<Settings> {
  const { cwd } = environment;
  const warnings: CaseProblem[] = [];
  const suite = await suiteIn(environment, (problem) => void warnings.push(problem));
  const absolute = (path: string): string => resolve(cwd, path);
  const named = [...options.folders, options.kubeconfig, options.reportFile];
  for (const each of named) if (each !== undefined) refuseLinks(environment, absolute(each));
  const listed = options.folders.length > 0 ? options.folders : (suite?.testDirs ?? []);
  const format = options.report ?? suite?.reportFormat;
  refuseReport(environment, options.reportFile, format);
  const usualReport = join(suite?.artifactsDir ?? '', `${suite?.reportName ?? 'kuttl-report'}.${format}`);
  return {
    folders: (listed.length > 0 ? listed : [usualFolder]).map(absolute),
    suite,
    crdDir: suite?.crdDir ? absolute(suite.crdDir) : undefined,
    manifestDirs: suite?.manifestDirs.map(absolute),
    commands: suite?.commands,
    timeout: options.timeout ?? (suite?.timeout || undefined),
    parallel: options.parallel ?? (suite?.parallel || undefined),
    namespace: options.namespace ?? (suite?.namespace || undefined),
    skipDelete: options.skipDelete || suite?.skipDelete,
    ignoreFiles: suite?.ignoreFiles,
    runLabels: Object.fromEntries(options.runLabels.map(labelOf)),
    warnings,
    report: format && { format, file: absolute(options.reportFile ?? usualReport) },
  };
}

/** @throws DiagnosticsError if a path leads through a link of the project */
function refuseLinks({ named, host }: Environment, path: string): void {
  const place = named ?? host;
  if (place.kind(path) !== 'missing') place.realpath(path);
}

function refuseReport({ named, host, cwd }: Environment, file: string | undefined, format: string | undefined): void {
  if (file === undefined) return;
  if (format === undefined) refuse('flag-requires-flag', { flag: '--report-file', needed: '--report' });
  const place = named ?? host;
  const path = resolve(cwd, file);
  if (place.kind(path) === 'directory')
    throw usageError('test', 'invalid-value', { option: '--report-file', value: file, reason: 'it is a folder' });
}

function labelOf(text: string): readonly [string, string] {
  const [key = '', value, ...rest] = text.split('=');
  if (key !== '' && value !== undefined && rest.length === 0) return [key, value];
  const reason = 'it is not a label such as flavor=small';
  throw usageError('test', 'invalid-value', { option: '--run-labels', value: text, reason });
}

async function suiteIn(
  { named, host, cwd }: Environment,
  warn: (problem: CaseProblem) => void,
): Promise<TestSuite | undefined> {
  const file = join(cwd, suiteFile);
  const text = (named ?? host).read(file);
  if (text === undefined) return undefined;
  const { readSuite } = await import('@operator-gen/runtime/testing');
  return readSuite(file, text, warn);
}

/** Returns the folder that all files of the cases have to be in: the project, or a folder outside of it that was named. */
export function rootFor(project: string, folder: string): string {
  const path = relative(project, folder);
  const isInside = path !== '..' && !/^\.\.[\\/]/.test(path) && !isAbsolute(path);
  return isInside ? project : folder;
}
