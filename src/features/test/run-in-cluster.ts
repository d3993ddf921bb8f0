import { resolve } from 'node:path';
import type { CaseResult, SuiteCluster, TestCase } from '@operator-gen/runtime/testing';
import { DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { Interrupted, type InterruptedState } from '../../cli/framework/interrupt.js';
import type { Environment } from '../../output/operation/outcome.js';
import type { TestOptions } from './flags.js';
import { installerOf } from './own-operator.js';
import type { Settings } from './read-settings.js';
import { refuse, shownPath } from './reporting.js';

/** The path of the operator in a project. */
export const bundle = 'dist/main.mjs';

/** The input of a run. */
export interface RunInput {
  /** Absolute path of the project, or of the working directory without one. */
  readonly root: string;
  readonly settings: Settings;
  readonly options: TestOptions;
  readonly environment: Environment;
  readonly warn: (warning: Diagnostic) => void;
}

/** Results of a run. */
export interface RunOfCases {
  readonly results: readonly CaseResult[];
  /** The cluster as the user knows it. */
  readonly cluster: string;
  readonly seconds: number;
}

/** Runs cases in the cluster that the flags name. @throws DiagnosticsError if there is none, or it cannot be used */
export async function runInCluster(cases: readonly TestCase[], input: RunInput): Promise<RunOfCases> {
  const { environment, settings, options } = input;
  const start = performance.now();
  environment.stage?.('Connecting to the cluster');
  const { name, open } = await chosenCluster(input);
  const cluster = await open();
  try {
    const run = async (signal: AbortSignal) => cluster.complete(await runWith(cluster, cases, input, signal));
    const results = await untilSignal(run).catch((error: unknown) => {
      const { name: kind, message } = error as Error;
      if (error instanceof Interrupted || kind === 'CaseError') throw error;
      return refuse('case-cluster', { cluster: name, reason: inOneLine(message), isNamed: !options.controlPlane });
    });
    const outcome = { results, cluster: name, seconds: (performance.now() - start) / 1000 };
    if (settings.report !== undefined) await writeReportOf(outcome, input, settings.report);
    return outcome;
  } finally {
    await cluster.close();
  }
}

interface ChosenCluster {
  readonly name: string;
  readonly open: () => Promise<SuiteCluster>;
}

/** Tests change a cluster, so the current context is never used without being named. */
async function chosenCluster({ options, environment, settings, root, warn }: RunInput): Promise<ChosenCluster> {
  const { currentContext, openSuiteCluster, startSuiteCluster } = await import('@operator-gen/runtime/testing');
  const { host, cwd, env } = environment;
  const kubeconfig = options.kubeconfig === undefined ? undefined : resolve(cwd, options.kubeconfig);
  const context = options.context ?? (env['KUBE_CONTEXT'] || undefined);
  const opened = (name: string, open: () => Promise<SuiteCluster>): ChosenCluster => ({
    name,
    open: () =>
      open().catch((error: Error) => {
        if (error instanceof DiagnosticsError) throw error;
        return refuse('case-cluster', {
          cluster: name,
          reason: inOneLine(error.message),
          isNamed: !options.controlPlane,
        });
      }),
  });
  if (options.controlPlane && options.context !== undefined)
    refuse('conflicting-flags', { one: '--control-plane', other: '--context' });
  if (options.controlPlane || settings.suite?.startControlPlane === true) {
    const definitions = resolve(root, 'config/crd');
    const crds = host.kind(definitions) === 'directory' ? [definitions] : [];
    const manifests = resolve(root, 'config/default');
    const isDeployed = options.operator && host.kind(manifests) === 'directory';
    const main = resolve(root, bundle);
    if (isDeployed && host.kind(main) === 'missing') refuse('operator-not-built', { file: shownPath(root, main) });
    const install = isDeployed ? installerOf(main, { root, environment, warn }) : undefined;
    return opened('a control plane of its own', () => startSuiteCluster(crds, install));
  }
  if (context !== undefined)
    return opened(`the cluster of the context ${context}`, () => openSuiteCluster({ kubeconfig, context }));
  const current = await currentContext(kubeconfig).catch(() => undefined);
  return refuse('cluster-not-named', { current: current ?? '' });
}

async function runWith(
  { config, kubeconfig }: SuiteCluster,
  cases: readonly TestCase[],
  { root, settings, environment: { cwd, stage } }: RunInput,
  signal: AbortSignal,
): Promise<readonly CaseResult[]> {
  const { runSuite } = await import('@operator-gen/runtime/testing');
  const done: CaseResult[] = [];
  const tell = (): void => {
    const failed = done.filter(({ passed }) => !passed).length;
    stage?.(`Running the test cases: ${done.length} of ${cases.length}${failed === 0 ? '' : `, ${failed} failed`}`);
  };
  tell();
  const onResult = (result: CaseResult): void => {
    done.push(result);
    tell();
  };
  const { crdDir, manifestDirs, commands, timeout, parallel, namespace, skipDelete } = settings;
  const suite = { crdDir, manifestDirs, commands, timeout, parallel, namespace, skipDelete };
  return runSuite(cases, { ...suite, config, kubeconfig, root, cwd, signal, onResult });
}

function inOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).join('; ');
}

/** Does work that Ctrl-C stops: what the cases have created is then deleted. A second Ctrl-C ends the process at once. */
async function untilSignal(
  work: (signal: AbortSignal) => Promise<readonly CaseResult[]>,
): Promise<readonly CaseResult[]> {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const each of signals) process.once(each, abort);
  try {
    const done = await work(stop.signal);
    if (!stop.signal.aborted) return done;
    throw new Interrupted(stateAfter(done));
  } finally {
    for (const each of signals) process.off(each, abort);
  }
}

/** Returns what interrupted cases have left behind. */
function stateAfter(results: readonly CaseResult[]): InterruptedState {
  const left = results.filter(({ steps }) =>
    steps.some(({ name, failures }) => name === 'cleanup' && failures.length > 0),
  );
  if (left.length === 0)
    return {
      left: 'the test cases were stopped, and what they had created was deleted',
      remedy: 'run the same command again',
    };
  const names = [...new Set(left.map(({ namespace }) => namespace))];
  return {
    left: `the test cases were stopped, and these namespaces could not be deleted: ${names.join(', ')}`,
    remedy: `delete them when the cluster answers: kubectl delete namespace ${names.join(' ')}`,
  };
}

async function writeReportOf(
  { results, seconds }: RunOfCases,
  { root, settings: { folders, suite } }: RunInput,
  { file, format }: { readonly file: string; readonly format: 'json' | 'xml' },
): Promise<void> {
  const { writeReport } = await import('@operator-gen/runtime/testing');
  const name = suite?.name || folders.map((each) => shownPath(root, each) || '.').join(' ');
  writeReport({ name, results, seconds }, { file, format, granularity: suite?.reportGranularity ?? 'test' });
}
