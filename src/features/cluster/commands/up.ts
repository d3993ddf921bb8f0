import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { counted } from '../../../base/diagnostics/counted.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { readDescription, usualOptions, writeDescription, type Description } from '../description.js';
import { failedLog, filesOf, type ClusterFiles } from '../files.js';
import type { UpOptions } from '../flags.js';
import { clusterIn, clustersFolder, usualName } from '../folder.js';
import { applyManifests, readInstalled } from '../install.js';
import { contextOf, serverOf } from '../kubeconfig.js';
import { withLock } from '../lock.js';
import { mergeInto, userKubeconfig } from '../merge.js';
import { createNodes } from '../nodes.js';
import { givenOptions, refuseOther, type GivenOptions } from '../options.js';
import { outcomeOf, exportLine } from '../outcome.js';
import { processOf } from '../process.js';
import { findProgram, identityOf } from '../program.js';
import { refuse } from '../reporting.js';
import { removeLeftovers, unfinishedFolder } from '../remove.js';
import { NotStarted, start, untilReady } from '../start.js';
import { refuseOtherVersion } from '../version.js';

/** Creates a cluster, or starts it, unless it runs. */
export async function up(options: UpOptions, environment: Environment): Promise<Outcome> {
  const { env, stage = () => {} } = environment;
  const { name = usualName } = options;
  const given = givenOptions(options);
  const { manifests, diagnostics } = await readInstalled(options.install, environment);
  const clusters = clustersFolder(env);
  const files = clusterIn(clusters, name);
  if (environment.dryRun === true) return wouldStart(environment, name, files, given);
  // Before the lock, because npm can take minutes.
  const program = processOf(files) === undefined ? await findProgram(env, stage) : undefined;
  const begin = performance.now();
  const { description, state } = await withLock(clusters, name, async () => {
    removeLeftovers(clusters);
    const before = present(files, given);
    const isRunning = processOf(files) !== undefined;
    const described = before ?? create(clusters, files, name, given);
    const ready = await running(files, described, { program, env, stage });
    const merged = merge(files, ready, options.merge ? userKubeconfig(env, clusters) : undefined);
    writeDescription(files, merged);
    const change = before?.kubernetes === undefined ? 'created' : 'started again';
    return { description: merged, state: isRunning ? 'already running' : change };
  });
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  stage('Installing the manifests');
  const installed = await applyManifests(files, manifests);
  const objects = installed.length === 0 ? '' : `installed ${counted(installed.length, 'object')}\n`;
  const { kubernetes, port } = description;
  const what = `Cluster ${name}: Kubernetes ${kubernetes} at ${serverOf(port)}, ${state}`;
  return outcomeOf(environment, {
    diagnostics,
    text: `${what}${state === 'already running' ? '' : ` in ${seconds} s`}\n${objects}context ${contextOf(name)}\n${exportLine(files)}\n`,
    json: {
      name,
      kubernetes,
      server: serverOf(port),
      context: contextOf(name),
      kubeconfig: files.kubeconfig,
      state,
      merged: description.merged ?? [],
      installed,
    },
  });
}

function wouldStart(environment: Environment, name: string, files: ClusterFiles, given: GivenOptions): Outcome {
  const isCreated = present(files, given) === undefined;
  const isRunning = processOf(files) !== undefined;
  const change = isCreated ? `Would create the cluster ${name}.` : `Would start the cluster ${name}.`;
  const text = isRunning ? `The cluster ${name} is already running.` : change;
  return outcomeOf(environment, { text: `${text}\n`, json: { name, wouldCreate: isCreated, wouldStart: !isRunning } });
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
  readonly program: string | undefined;
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
  const found = program ?? (await findProgram(env, stage));
  const identity = identityOf(found);
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
