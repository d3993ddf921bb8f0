import { join } from 'node:path';
import type { CaseResult, TestCase } from '@operator-gen/runtime/testing';
import { counted } from '../../base/diagnostics/counted.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { projectRoot } from '../../project/project-root.js';
import type { Environment, Outcome } from '../../output/operation/outcome.js';
import type { TestOptions } from './flags.js';
import { readSettings, rootFor, type Settings } from './read-settings.js';
import { newerSource } from './newer-source.js';
import { diagnostic, failureOf, problemOf, refuse, shownPath } from './reporting.js';
import { bundle, runInCluster } from './run-in-cluster.js';

/** Runs test cases in a cluster; with a dry run, only reads them. */
export async function test(options: TestOptions, environment: Environment): Promise<Outcome> {
  const root = projectRoot(environment.host, environment.cwd);
  const { CaseError } = await import('@operator-gen/runtime/testing');
  try {
    const settings = await readSettings(options, environment);
    const cases = await casesIn(root, settings, { only: options.case, environment });
    refuseConfiguration(root, cases, environment);
    const warnings = [...settings.warnings, ...cases.flatMap((each) => each.warnings)].map((each) =>
      problemOf(root, each),
    );
    if (environment.dryRun === true) return listed(root, cases, warnings);
    if (options.controlPlane && options.operator) warnings.push(...outdated(environment, root));
    const warn = (warning: Diagnostic): void => void warnings.push(warning);
    const run = await runInCluster(cases, { root, settings, options, environment, warn });
    const failed = run.results.filter(({ passed }) => !passed);
    const { text, json } = await report(root, run);
    return {
      ...outcome(root, [...warnings, ...failed.map((each) => failureOf(root, each))]),
      result: { text, json, holdsAfterErrors: true },
    };
  } catch (error) {
    if (error instanceof CaseError) return outcome(root, [problemOf(root, error.problem)]);
    throw error;
  }
}

/** Returns the warning that the operator was built before its sources were changed. */
function outdated({ host }: Environment, root: string): readonly Diagnostic[] {
  const source = newerSource(host, root, join(root, bundle));
  return source === undefined
    ? []
    : [diagnostic('operator-outdated', { file: bundle, source: shownPath(root, source) })];
}

async function casesIn(
  root: string,
  settings: Settings,
  { only, environment }: { readonly only: readonly string[]; readonly environment: Environment },
): Promise<readonly TestCase[]> {
  const { readCases } = await import('@operator-gen/runtime/testing');
  const { folders, ignoreFiles, runLabels: labels } = settings;
  const { host, named = host } = environment;
  const absent = folders.filter((each) => named.kind(each) === 'missing');
  if (absent.length > 0) refuse('cases-not-found', { folders: shownFolders(root, absent), names: [] });
  const options = { ignoreFiles, labels, ...(only.length > 0 && { only }) };
  const cases = folders.flatMap((each) => readCases(each, { ...options, root: rootFor(root, each) }));
  const missing = only.filter((name) => !cases.some((each) => each.name === name));
  if (cases.length === 0 || missing.length > 0)
    refuse('cases-not-found', { folders: shownFolders(root, folders), names: missing });
  return cases;
}

function shownFolders(root: string, folders: readonly string[]): readonly string[] {
  return folders.map((each) => shownPath(root, each) || '.');
}

/** File with the settings of chainsaw, in the working directory. */
const configuration = '.chainsaw.yaml';

/** @throws DiagnosticsError if the tests of chainsaw have settings, which would have no effect */
function refuseConfiguration(root: string, cases: readonly TestCase[], { named, host, cwd }: Environment): void {
  const file = join(cwd, configuration);
  if (!cases.some(({ chainsaw }) => chainsaw !== undefined) || (named ?? host).kind(file) === 'missing') return;
  const problem = `the configuration of chainsaw is not supported: ${configuration}`;
  const remedy =
    'move its timeouts into spec.timeouts of each Test, and use the flags of this command instead of the rest';
  refuse('case-unsupported', { problem, remedy }, { file: shownPath(root, file), line: 1, column: 1 });
}

function outcome(root: string, diagnostics: readonly Diagnostic[]): Outcome {
  return { root, plan: { files: [] }, diagnostics, summary: '', next: [], result: { text: '', json: {} } };
}

/** Returns the outcome of a dry run. */
function listed(root: string, cases: readonly TestCase[], warnings: readonly Diagnostic[]): Outcome {
  const problems = cases.flatMap(({ problem }) => (problem === undefined ? [] : problemOf(root, problem)));
  const described = cases.map((each) => ({
    name: each.name,
    folder: shownPath(root, each.folder),
    steps: (each.chainsaw ?? each).steps.length,
  }));
  const lines = described.map(({ name, steps }) => `${name}: ${counted(steps, 'step')}\n`);
  return {
    ...outcome(root, [...warnings, ...problems]),
    result: { text: lines.join(''), json: { cases: described }, holdsAfterErrors: true },
  };
}

/** Returns the texts about results: the failures, and the numbers of cases. */
async function report(
  root: string,
  {
    results,
    cluster,
    seconds,
  }: { readonly results: readonly CaseResult[]; readonly cluster: string; readonly seconds: number },
): Promise<{ readonly text: string; readonly json: Readonly<Record<string, unknown>> }> {
  const { failureLines } = await import('@operator-gen/runtime/testing');
  const show = (file: string): string => shownPath(root, file);
  const lines = results.flatMap((each) => (each.passed ? [passedLine(each)] : failureLines(each, show)));
  const passed = results.filter((each) => each.passed && each.skipped !== true).length;
  const skipped = results.filter((each) => each.skipped === true).length;
  const ofSkipped = skipped === 0 ? '' : `, ${skipped} skipped,`;
  const total = `${passed} of ${counted(results.length, 'case')} passed${ofSkipped} in ${seconds.toFixed(1)} s.`;
  const cases = results.map(({ problem, warnings: _warnings, folder, steps, ...each }) => ({
    ...each,
    folder: show(folder),
    steps,
    ...(problem && { problem: problem.message }),
  }));
  return { text: [`Cluster: ${cluster}`, ...lines, '', total, ''].join('\n'), json: { cluster, cases, seconds } };
}

function passedLine({ name, seconds, skipped }: CaseResult): string {
  return skipped === true ? `SKIP ${name}` : `PASS ${name} (${seconds.toFixed(1)} s)`;
}
