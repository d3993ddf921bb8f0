import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { bringUp } from '../bring-up.js';
import type { UpOptions } from '../flags.js';
import { usualName } from '../folder.js';
import { applyManifests, readInstalled } from '../install.js';
import { contextOf, serverOf } from '../kubeconfig.js';
import { givenOptions } from '../options.js';
import { outcomeOf, exportLine } from '../outcome.js';

/** Creates a cluster, or starts it, unless it runs. */
export async function up(options: UpOptions, environment: Environment): Promise<Outcome> {
  const { stage = () => {} } = environment;
  const { name = usualName } = options;
  const given = givenOptions(options);
  const { manifests, diagnostics } = await readInstalled(options.install, environment);
  const { files, description, state, milliseconds } = await bringUp(
    { name, given, isMerged: options.merge },
    environment,
  );
  stage('Installing the manifests');
  const installed = await applyManifests(files, manifests);
  const { kubernetes, port } = description;
  const what = `Cluster ${name}: Kubernetes ${kubernetes} at ${serverOf(port)}, ${state}`;
  const time = state === 'already running' ? '' : ` in ${(milliseconds / 1000).toFixed(1)} s`;
  return outcomeOf(environment, {
    diagnostics,
    text: `${what}${time}\ncontext ${contextOf(name)}\n${exportLine(files)}\n`,
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
