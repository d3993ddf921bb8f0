import { rm } from 'node:fs/promises';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { writeDescription, type Description } from '../description.js';
import { existing } from '../existing.js';
import type { ClusterFiles } from '../files.js';
import type { NameOptions } from '../flags.js';
import { serverOf } from '../kubeconfig.js';
import { withLock } from '../lock.js';
import { createNodes, preloadNodes } from '../nodes.js';
import { exportLine, outcomeOf } from '../outcome.js';
import { findProgram } from '../program.js';
import { stop } from '../remove.js';
import { refuse } from '../reporting.js';
import { NotStarted, start, type Starting } from '../start.js';

/** Deletes all objects of a cluster: it starts with new data. Its certificates, its port and its options stay. */
export async function reset(options: NameOptions, environment: Environment): Promise<Outcome> {
  const { env, stage = () => {} } = environment;
  const { clusters, name, description: early } = existing(options, env);
  if (environment.dryRun === true) {
    const text = `Would delete all objects of the cluster ${name}.\n`;
    return outcomeOf(environment, { text, json: { name } });
  }
  // Before the lock, because npm can take minutes.
  const found = await findProgram(env, stage, early.options.kubernetes);
  const begin = performance.now();
  const done = await withLock(clusters, name, async () => {
    // Once more: another command can have deleted it in the meantime.
    const { files, description } = existing(options, env);
    const { kubernetes: version } = description.options;
    const program = version === early.options.kubernetes ? found : await findProgram(env, stage, version);
    await stop(files, name);
    await Promise.all([files.data, files.auditLog].map((path) => rm(path, { recursive: true, force: true })));
    const fresh = await startFresh(files, description, { program, env, stage }).catch((error: unknown) => {
      if (!(error instanceof NotStarted)) throw error;
      return refuse('cluster-failed', { name, reason: error.message, log: files.log });
    });
    writeDescription(files, { ...fresh, program: program.identity });
    return { exported: exportLine(files), path: files.kubeconfig, ...fresh };
  });
  const seconds = (performance.now() - begin) / 1000;
  const { kubernetes, port, exported, path } = done;
  return outcomeOf(environment, {
    text: `Cluster ${name}: Kubernetes ${kubernetes} at ${serverOf(port)}, without its objects, in ${seconds.toFixed(1)} s\n${exported}\n`,
    json: { name, kubernetes, server: serverOf(port), kubeconfig: path },
  });
}

async function startFresh(files: ClusterFiles, description: Description, starting: Starting): Promise<Description> {
  preloadNodes(description);
  const fresh = await start(files, description, starting);
  await createNodes(files, fresh);
  return fresh;
}
