import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { quietly } from '../../base/io/quietly.js';
import type { Environment } from '../../output/operation/outcome.js';
import type { ClusterProgram } from './cluster-program.js';
import { readDescription, usualOptions, writeDescription, type Description } from './description.js';
import { failedLog, filesOf, type ClusterFiles } from './files.js';
import { clusterIn, clustersFolder } from './folder.js';
import { withLock } from './lock.js';
import { mergeInto, userKubeconfig } from './merge.js';
import { createNodes, preloadNodes } from './nodes.js';
import { refuseOther, withoutThem, type GivenOptions } from './options.js';
import { processOf } from './process.js';
import { findProgram } from './program.js';
import { refuse } from './reporting.js';
import { removeLeftovers, unfinishedFolder } from './remove.js';
import { NotStarted, start, untilReady } from './start.js';
import { refuseOtherVersion } from './version.js';

/** A cluster that runs. */
export interface RunningCluster {
  readonly files: ClusterFiles;
  readonly description: Description;
  readonly state: 'created' | 'started again' | 'already running';
  readonly milliseconds: number;
}

/** A cluster to create or start. */
export interface WantedCluster {
  readonly name: string;
  /** The options that its user has given. */
  readonly given: GivenOptions;
  /** Whether its context is added to the kubeconfig of its user. */
  readonly isMerged: boolean;
}

/** Creates a cluster, or starts it, unless it runs. @throws DiagnosticsError */
export async function bringUp(
  { name, given, isMerged }: WantedCluster,
  { env, stage = () => {} }: Pick<Environment, 'env' | 'stage'>,
): Promise<RunningCluster> {
  const clusters = clustersFolder(env);
  const files = clusterIn(clusters, name);
  // Before the lock, because npm can take minutes.
  const early = await programFor(files, given, { env, stage });
  const begin = performance.now();
  const { description, state } = await withLock(clusters, name, async () => {
    removeLeftovers(clusters);
    const found = await programFor(files, given, { env, stage }, early);
    const options = optionsWith(given, found);
    const before = present(files, options);
    const isRunning = processOf(files) !== undefined;
    const described = before ?? create(clusters, files, name, options);
    const ready = await running(files, described, { program: found?.program, env, stage });
    const merged = merge(files, ready, isMerged ? userKubeconfig(env, clusters) : undefined);
    writeDescription(files, merged);
    const begun = before?.kubernetes === undefined ? ('created' as const) : ('started again' as const);
    return { description: merged, state: isRunning ? ('already running' as const) : begun };
  });
  return { files, description, state, milliseconds: performance.now() - begin };
}

/** The program of a cluster, and the version of Kubernetes that it was asked for. */
interface FoundProgram {
  readonly version: string | undefined;
  readonly program: ClusterProgram;
}

/**
 * Finds the program of a cluster; undefined if the cluster runs.
 * @param early what was found before, for the same version
 */
async function programFor(
  files: ClusterFiles,
  given: GivenOptions,
  { env, stage }: Pick<Run, 'env' | 'stage'>,
  early?: FoundProgram,
): Promise<FoundProgram | undefined> {
  if (processOf(files) !== undefined) return undefined;
  const described = quietly(() => readDescription(files));
  const version = described?.kubernetes === undefined ? given.kubernetes : described.options.kubernetes;
  if (early !== undefined && early.version === version) return early;
  return { version, program: await findProgram(env, stage, version) };
}

/** Returns the options that were given, and those that a program requires. */
function optionsWith(given: GivenOptions, found: FoundProgram | undefined): GivenOptions {
  if (found?.program.separate === undefined) return given;
  return withoutThem(given, `it requires controllers, and Kubernetes ${found.version} runs without them`);
}

/** Returns what `bringUp` would do. @throws DiagnosticsError if the cluster has other options */
export function wouldBringUp(
  name: string,
  given: GivenOptions,
  env: Environment['env'],
): 'nothing' | 'create' | 'start' {
  const files = clusterIn(clustersFolder(env), name);
  const isCreated = present(files, given) === undefined;
  if (processOf(files) !== undefined) return 'nothing';
  return isCreated ? 'create' : 'start';
}

/** Returns the description of a cluster that exists. One that was never ready takes the options that are given now. */
function present(files: ClusterFiles, given: GivenOptions): Description | undefined {
  const found = readDescription(files);
  if (found === undefined) return undefined;
  if (found.kubernetes === undefined && processOf(files) === undefined) {
    return { ...found, options: { ...usualOptions, ...given } };
  }
  refuseOther(found, given);
  return found;
}

function create(clusters: string, files: ClusterFiles, name: string, given: GivenOptions): Description {
  const options = { ...usualOptions, ...given };
  const description = { name, createdAt: new Date().toISOString(), port: options.port, options };
  const folder = unfinishedFolder(clusters);
  mkdirSync(folder, { mode: 0o700 });
  writeDescription(filesOf(folder), description);
  renameSync(folder, files.folder);
  return description;
}

interface Run {
  readonly program: ClusterProgram | undefined;
  readonly env: Environment['env'];
  readonly stage: (what: string) => void;
}

/** Starts the process of a cluster unless it runs, and returns its description once it is ready. */
async function running(
  files: ClusterFiles,
  described: Description,
  { program, env, stage }: Run,
): Promise<Description> {
  try {
    preloadNodes(described);
    const ready = await started(files, described, { program, env, stage });
    stage('Waiting for the nodes');
    await createNodes(files, ready);
    return ready;
  } catch (error) {
    const log = cleanUp(files, described);
    if (!(error instanceof NotStarted)) throw error;
    return refuse('cluster-failed', { name: described.name, reason: error.message, log });
  }
}

async function started(
  files: ClusterFiles,
  described: Description,
  { program, env, stage }: Run,
): Promise<Description> {
  if (processOf(files) !== undefined) return { ...described, kubernetes: await untilReady(files, stage) };
  const found = program ?? (await findProgram(env, stage, described.options.kubernetes));
  const { identity } = found;
  if (described.program !== identity) await refuseOtherVersion(found, described);
  return { ...(await start(files, described, { program: found, env, stage })), program: identity };
}

/** Deletes a cluster that was never ready, but for its log. Returns the path of the log; empty if there is none. */
function cleanUp(files: ClusterFiles, { kubernetes }: Description): string {
  const hasLog = (statSync(files.log, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (kubernetes !== undefined || processOf(files) !== undefined) return hasLog ? files.log : '';
  const kept = failedLog(files);
  if (hasLog) renameSync(files.log, kept);
  rmSync(files.folder, { recursive: true, force: true });
  return hasLog ? kept : '';
}

function merge(files: ClusterFiles, described: Description, into: string | undefined): Description {
  const merged = new Set([...(described.merged ?? []), ...(into === undefined ? [] : [into])]);
  for (const path of merged) mergeInto(path, files, described);
  return merged.size === 0 ? described : { ...described, merged: [...merged] };
}
