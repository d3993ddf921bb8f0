import { rm } from 'node:fs/promises';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { writeDescription } from '../description.js';
import { existing } from '../existing.js';
import type { NameOptions } from '../flags.js';
import { serverOf } from '../kubeconfig.js';
import { withLock } from '../lock.js';
import { createNodes } from '../nodes.js';
import { exportLine, outcomeOf } from '../outcome.js';
import { findProgram, identityOf } from '../program.js';
import { stop } from '../remove.js';
import { refuse } from '../reporting.js';
import { NotStarted, start } from '../start.js';

/** Deletes all objects of a cluster: it starts with new data. Its certificates, its port and its options stay. */
export async function reset(options: NameOptions, environment: Environment): Promise<Outcome> {
  const { env, stage = () => {} } = environment;
  const { clusters, files, description, name } = existing(options, env);
  const program = await findProgram(env, stage);
  const begin = performance.now();
  const started = await withLock(clusters, name, async () => {
    await stop(files, name);
    await Promise.all([files.data, files.auditLog].map((path) => rm(path, { recursive: true, force: true })));
    const fresh = await start(files, description, { program, env, stage }).catch((error: unknown) => {
      if (!(error instanceof NotStarted)) throw error;
      return refuse('cluster-failed', { name, reason: error.message, log: files.log });
    });
    await createNodes(files, fresh);
    writeDescription(files, { ...fresh, program: identityOf(program) });
    return fresh;
  });
  const seconds = (performance.now() - begin) / 1000;
  const { kubernetes, port } = started;
  return outcomeOf(environment, {
    text: `Cluster ${name}: Kubernetes ${kubernetes} at ${serverOf(port)}, without its objects, in ${seconds.toFixed(1)} s\n${exportLine(files)}\n`,
    json: { name, kubernetes, server: serverOf(port), kubeconfig: files.kubeconfig },
  });
}
