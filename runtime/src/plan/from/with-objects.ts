import { existsSync } from 'node:fs';
import { createClient } from '../../client/create-client.js';
import { ConfigError } from '../../errors/config-error.js';
import type { Logger } from '../../log/logger.js';
import type { ClusterConfig } from '../../transport/cluster-config.js';
import { createTransport } from '../../transport/create-transport.js';
import { createObjects } from './create-objects.js';
import { readObjects, type FileObject } from './read-objects.js';

/** The part of `@operator-gen/runtime/testing` that is needed. It is not part of the bundle of an operator. */
interface Testing {
  readonly findTestAssets: () => Promise<
    { readonly found: true } | { readonly found: false; readonly reason: string; readonly remedy: string }
  >;
  readonly startTestEnvironment: (options: {
    readonly useExistingCluster: false;
    readonly crds: readonly (string | object)[];
  }) => Promise<{ readonly config: ClusterConfig; readonly stop: () => Promise<void> }>;
}

const testing = '@operator-gen/runtime/testing';
const definitions = 'config/crd/bases';

/**
 * Calls a function with a control plane that has the CustomResourceDefinitions of the project in the current directory, and
 * the objects of a file; it ends with the function.
 * @throws ConfigError if the file cannot be used, or there is no control plane
 */
export async function withObjects<T>(
  path: string,
  log: Logger,
  call: (config: ClusterConfig) => Promise<T>,
): Promise<T> {
  const all = await readObjects(path);
  const isDefinition = ({ object }: FileObject): boolean => object.kind === 'CustomResourceDefinition';
  const own = existsSync(definitions) ? [definitions] : [];
  if (own.length === 0 && !all.some(isDefinition))
    throw new ConfigError(`--from: there is no ${definitions}: run the plan in the directory of the project`);
  const { findTestAssets, startTestEnvironment } = await loadTesting();
  const assets = await findTestAssets();
  if (!assets.found) throw new ConfigError(`--from needs a control plane: ${assets.reason} ${assets.remedy}`);
  log.info('starting a control plane for the objects', { objects: all.length, file: path });
  if (!all.some(({ object }) => object.metadata.managedFields !== undefined))
    log.warn('the objects have no managed fields, so that a server-side apply removes nothing in this plan', {
      help: 'read them with kubectl get --show-managed-fields -o yaml',
    });
  const crds = [...own, ...all.filter(isDefinition).map(({ object }) => object)];
  const environment = await startTestEnvironment({ useExistingCluster: false, crds });
  try {
    await fill(
      environment.config,
      all.filter((each) => !isDefinition(each)),
    );
    return await call(environment.config);
  } finally {
    await environment.stop();
  }
}

async function fill(config: ClusterConfig, objects: readonly FileObject[]): Promise<void> {
  const transport = createTransport(config);
  try {
    await createObjects(createClient(transport, { fieldManager: 'plan' }), objects);
  } finally {
    transport.close();
  }
}

async function loadTesting(): Promise<Testing> {
  try {
    // A name that bundlers do not follow.
    return (await import(testing)) as Testing;
  } catch (cause) {
    throw new ConfigError(`--from needs ${testing}: run the plan in the project, after npm install`, { cause });
  }
}
