import { mkdirSync, writeFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { apply, refuseUnknownKinds, reportConversions } from './apply.js';
import { build, buildAPIs, buildOperator, hasPlaceholder, isWebhookConfiguration, placeholder } from './build.js';
import { chooseContext, localKubectl, refusal, type Cluster } from './cluster.js';
import { cleanUp, setUp, test } from './e2e.js';
import { documentsOf, type Document } from './manifests.js';
import { remove, refuseUsed } from './remove.js';
import { run, RunError } from './run.js';

/** The flags of the commands that use a cluster. */
interface Flags {
  readonly context?: string;
  readonly timeout: number;
  readonly force?: boolean;
  readonly failNotFound?: boolean;
  readonly webhooks?: boolean;
}

const webhooks = (): Option =>
  new Option('--webhooks', 'Include the webhook configurations, for an operator on this machine');
const forced = (): Option => new Option('--force', 'Also delete the objects of the CRDs');
const failNotFound = (): Option =>
  new Option('--fail-not-found', 'Fail at the end if the cluster lacks some of the objects');
/** The flag of Makefiles that earlier versions scaffolded, whose default was to fail. It has no effect. */
const ignoreNotFound = (): Option =>
  new Option('--ignore-not-found <bool>', 'No effect').choices(['true', 'false']).hideHelp();

/**
 * Runs the program `operator-gen-cluster` with the arguments of this process. A failure is reported with one message
 * and an exit code.
 */
export async function main(): Promise<void> {
  try {
    await program().parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof RunError) {
      process.stderr.write(error.stderr === '' ? `${error.message}\n` : error.stderr);
      process.exitCode = error.exitCode;
    } else {
      console.error(error);
      process.exitCode = 1;
    }
  }
}

function program(): Command {
  const whole = new Command('operator-gen-cluster')
    .description('Install, deploy and test the operator of this folder in a cluster, with kubectl.')
    .exitOverride()
    .showHelpAfterError();
  const image = ['[image]', 'The image of the operator', placeholder] as const;

  onCluster(whole, 'context', 'Print the cluster of the context').action(async (flags: Flags) => {
    await chosen('context', flags);
  });
  onCluster(whole, 'install', 'Install the CRDs')
    .addOption(webhooks())
    .action(async (flags: Flags) => {
      const cluster = await chosen('install', flags);
      const documents = await buildAPIs(cluster.kubectl, flags.webhooks === true);
      await apply(cluster, documents);
      // With webhooks, the operator is about to run on this machine.
      if (flags.webhooks !== true) await reportConversions(cluster, documents);
    });
  onCluster(whole, 'uninstall', 'Remove the CRDs')
    .addOption(forced())
    .addOption(failNotFound())
    .addOption(ignoreNotFound())
    .addOption(webhooks())
    .action(uninstall);
  onCluster(whole, 'deploy', 'Deploy everything in config/default')
    .argument(...image)
    .action(async (name: string, flags: Flags) => {
      const cluster = await chosen('deploy', flags);
      const manifests = await buildOperator(cluster.kubectl, name);
      warnOfPlaceholder(manifests, 'config/default', 'deploy');
      const documents = documentsOf(manifests);
      await refuseUnknownKinds(cluster, documents);
      await apply(cluster, documents);
    });
  onCluster(whole, 'undeploy', 'Remove everything in config/default')
    .addOption(forced())
    .addOption(failNotFound())
    .addOption(ignoreNotFound())
    .action(async (flags: Flags) => {
      const cluster = await chosen('undeploy', flags);
      await remove(cluster, await builtDefault(cluster), flags);
    });
  onCluster(whole, 'unused', 'Fail if the cluster has the namespace or a CRD of config/default').action(
    async (flags: Flags) => {
      const cluster = await chosen('unused', flags);
      await refuseUsed(cluster, await builtDefault(cluster));
    },
  );
  commandOf(whole, 'installer', 'Write everything in config/default to dist/install.yaml')
    .argument(...image)
    .action(writeInstaller);

  const e2e = commandOf(whole, 'e2e', 'Run the tests in test/e2e in a cluster, or prepare a kind cluster for them');
  commandOf(e2e, 'test', 'Run the tests').action(test);
  commandOf(e2e, 'setup', 'Create the kind cluster KIND_CLUSTER, which the tests keep').action(setUp);
  commandOf(e2e, 'cleanup', 'Delete the kind cluster of setup').action(cleanUp);
  return whole;
}

function commandOf(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).allowExcessArguments(false);
}

function onCluster(parent: Command, name: string, description: string): Command {
  return commandOf(parent, name, description)
    .addOption(new Option('--context <name>', 'The kubectl context (default: the current context)').env('KUBE_CONTEXT'))
    .option('--timeout <seconds>', 'The time limit of each step', seconds, 120);
}

function seconds(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It is not a number of seconds.');
  return Number(text);
}

/** Selects the cluster of a command. */
async function chosen(verb: string, { context = '', timeout, force = false }: Flags): Promise<Cluster> {
  const timeoutMs = timeout * 1000;
  const flag = await chooseContext(context, timeoutMs);
  return {
    kubectl: (args, options) => run('kubectl', [...flag, ...args], { timeoutMs, ...options }),
    timeout,
    force,
    verb,
  };
}

async function builtDefault({ kubectl }: Cluster): Promise<readonly Document[]> {
  return documentsOf(await build(kubectl, 'config/default'));
}

async function uninstall(flags: Flags): Promise<void> {
  const isLocal = flags.webhooks === true;
  const cluster = await chosen('uninstall', flags);
  const documents = await buildAPIs(cluster.kubectl, isLocal);
  const kept = isLocal ? [] : await webhookConfigurations(cluster);
  await remove(cluster, documents, { ...flags, kept });
}

/**
 * Returns the webhook configurations of config/default; none if it cannot be built, because the removal of CRDs must
 * not depend on that.
 */
async function webhookConfigurations(cluster: Cluster): Promise<readonly Document[]> {
  const documents = await builtDefault(cluster).catch(() => []);
  return documents.filter(isWebhookConfiguration);
}

async function writeInstaller(image: string): Promise<void> {
  // Without either, the installed images would depend on the registry.
  if (!/[:@]/.test(image.slice(image.lastIndexOf('/') + 1)))
    throw refusal(`${image} has neither a tag nor a digest: name the image as ${image}:v1`);
  mkdirSync('dist', { recursive: true });
  const manifests = await buildOperator(localKubectl, image);
  warnOfPlaceholder(manifests, 'dist/install.yaml', 'build-installer');
  writeFileSync('dist/install.yaml', manifests);
  console.log('dist/install.yaml');
}

function warnOfPlaceholder(manifests: string, where: string, target: string): void {
  if (!hasPlaceholder(manifests)) return;
  console.error(
    `Warning: ${where} has the placeholder image ${placeholder}, which is in no registry. Name the image of the operator: make ${target} IMG=<image>`,
  );
}
