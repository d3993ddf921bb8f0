import { counted } from '../../../base/diagnostics/counted.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { bringUp, wouldBringUp } from '../bring-up.js';
import type { UpOptions } from '../flags.js';
import { usualName } from '../folder.js';
import { applyManifests, readInstalled } from '../install.js';
import { contextOf, serverOf } from '../kubeconfig.js';
import { givenOptions, type GivenOptions } from '../options.js';
import { outcomeOf, exportLine } from '../outcome.js';

/** Creates a cluster, or starts it, unless it runs. */
export async function up(options: UpOptions, environment: Environment): Promise<Outcome> {
  const { stage = () => {} } = environment;
  const { name = usualName } = options;
  const given = givenOptions(options);
  const { manifests, diagnostics } = await readInstalled(options.install, environment);
  if (environment.dryRun === true) return wouldStart(environment, name, given);
  const { files, description, state, milliseconds } = await bringUp(
    { name, given, isMerged: options.merge },
    environment,
  );
  stage('Installing the manifests');
  const installed = await applyManifests(files, manifests);
  const objects = installed.length === 0 ? '' : `installed ${counted(installed.length, 'object')}\n`;
  const { kubernetes, port, options: chosen } = description;
  const isBare = chosen.kubernetes !== undefined && !chosen.controllers;
  const bare = isBare ? 'without controllers: no Pods, no garbage collection\n' : '';
  const what = `Cluster ${name}: Kubernetes ${kubernetes} at ${serverOf(port)}, ${state}`;
  const time = state === 'already running' ? '' : ` in ${(milliseconds / 1000).toFixed(1)} s`;
  return outcomeOf(environment, {
    diagnostics,
    text: `${what}${time}\n${bare}${objects}context ${contextOf(name)}\n${exportLine(files)}\n`,
    json: {
      name,
      kubernetes,
      server: serverOf(port),
      context: contextOf(name),
      kubeconfig: files.kubeconfig,
      controllers: chosen.controllers,
      state,
      merged: description.merged ?? [],
      installed,
    },
  });
}

function wouldStart(environment: Environment, name: string, given: GivenOptions): Outcome {
  const change = wouldBringUp(name, given, environment.env);
  const texts = {
    nothing: `The cluster ${name} is already running.`,
    create: `Would create the cluster ${name}.`,
    start: `Would start the cluster ${name}.`,
  };
  return outcomeOf(environment, { text: `${texts[change]}\n`, json: { name, would: change } });
}
