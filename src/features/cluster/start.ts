import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { ClusterProgram } from './cluster-program.js';
import { writeCredentials } from './credentials.js';
import { writeDescription, type Description } from './description.js';
import type { ClusterFiles } from './files.js';
import { writeKubeconfig } from './kubeconfig.js';
import { choosePort } from './ports.js';
import { processOf, startProcess, untilUnlocked, type StartedProcess } from './process.js';
import { lastOfAll, lastWords, readReports, type Report } from './reports.js';
import { auditPolicy, settingsOf } from './settings.js';
import { writePrivately } from './write-privately.js';

/** Thrown if the process of a cluster cannot be started. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
}

/** Requirements for starting a cluster, in addition to its files. */
export interface Starting {
  readonly program: ClusterProgram;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stage: (what: string) => void;
}

const attempts = 5;

/**
 * Starts the process of a cluster, and waits until its API server is ready.
 * @returns its description, with the port that was chosen and the version of Kubernetes
 * @throws NotStarted
 */
export async function start(files: ClusterFiles, described: Description, starting: Starting): Promise<Description> {
  let { port } = described;
  await untilUnlocked(files);
  for (let attempt = 1; ; attempt += 1) {
    port = await choosePort(described.options.port, attempt === 1 ? port : 0);
    const description = { ...described, port };
    await prepare(files, description, starting.program);
    const started = await startProcess(starting.program.command, files, starting.env).catch((error: unknown) => {
      throw new NotStarted((error as Error).message);
    });
    try {
      return { ...description, kubernetes: await untilReady(files, starting.stage, started) };
    } catch (error) {
      // Its folder can be deleted only once it has ended.
      await started.kill();
      if (attempt === attempts || !isPassing(error, described.options.port)) throw error;
    }
  }
}

/** Reports whether it helps to start again: another program has taken the port since it was chosen, or the process before had not ended. */
function isPassing(error: unknown, wanted: number): boolean {
  const reason = error instanceof NotStarted ? error.message : '';
  return reason.startsWith(second) || (wanted === 0 && /address already in use|Only one usage/.test(reason));
}

/** Writes the files that the process reads. It writes all of them at each start, so an interrupted start needs no special handling. */
async function prepare(files: ClusterFiles, description: Description, { separate }: ClusterProgram): Promise<void> {
  await writeCredentials(description.name, files);
  writeKubeconfig(files, description);
  writeFileSync(files.auditPolicy, stringify(auditPolicy));
  writePrivately(files.settings, JSON.stringify(settingsOf(files, description, separate)));
  writeDescription(files, description);
}

/** The parts in the order in which they start, and what the user is told while they do. */
const stagesOf: Readonly<Record<string, string>> = {
  etcd: 'Starting the API server',
  apiServer: 'Starting the controllers',
  controllerManager: 'Starting the scheduler',
  scheduler: 'Starting the nodes',
};

const limit = 120_000;
/** Milliseconds without a process until it counts as killed: a process takes a moment to lock its settings. */
const killed = 5_000;
const pause = 25;

/** The reason of a process whose settings another one has: one that a command has started before it was killed itself. */
const second = 'another process';

const isSecond = ({ reason = '' }: Report): boolean => reason.startsWith(second);

/**
 * Waits until the process of a cluster is ready.
 * @param started the process, if this command has started it
 * @returns the version of Kubernetes
 * @throws NotStarted
 */
export async function untilReady(
  files: ClusterFiles,
  stage: (what: string) => void,
  started?: StartedProcess,
): Promise<string> {
  const begin = performance.now();
  let seen = begin;
  for (;;) {
    const all = readReports(files);
    const reports = all.filter((each) => !isSecond(each));
    const last = lastOfAll(reports);
    if (last?.state === 'ready') return last.version ?? '';
    if (last !== undefined)
      throw new NotStarted(last.state === 'ended' ? `it was ended by ${last.reason}` : (last.reason ?? 'no reason'));
    const other = all.find(isSecond);
    const how = other === undefined ? started?.ended() : undefined;
    if (how !== undefined) throw new NotStarted(`${how}${lastWords(files)}`);
    const now = performance.now();
    if (processOf(files) !== undefined || (started !== undefined && other === undefined)) seen = now;
    else if (now - seen > killed) throw new NotStarted(other?.reason ?? 'its process was killed');
    if (now - begin > limit) throw new NotStarted(`it was not ready after ${limit / 1000} s`);
    stage(stagesOf[reports.at(-1)?.part ?? ''] ?? 'Starting etcd');
    await sleep(pause);
  }
}
