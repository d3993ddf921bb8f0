import { error } from '../../base/diagnostics/catalogue/entry.js';
import { builtRemedy, whyNotBuilt, type NotBuilt } from '../../base/diagnostics/catalogue/helper.js';

/** Problems of `dev`. */
export const devDiagnostics = {
  'dev-running': error<{ readonly pid: number }>(
    ({ pid }) => `operator-gen dev is already running in this project, as process ${pid}`,
    ({ pid }) => `use that one, or end it: kill ${pid}`,
  ),
  'build-script-missing': error<Record<never, never>>(
    () => 'package.json has no script `build`',
    () =>
      'add it, so that it writes dist/main.mjs; that of a new project is in the output of: npx operator-gen init --dry-run --diff',
  ),
  'bundle-missing': error<{ readonly file: string }>(
    ({ file }) => `the script \`build\` of package.json did not write ${file}`,
    () => 'change the script, so that it writes the operator as one file there',
  ),
  'operator-account-missing': error<{ readonly folder: string }>(
    ({ folder }) => `${folder} has no workload of the operator, whose service account it would use here`,
    ({ folder }) => `add the Deployment of the operator to ${folder}, with its serviceAccountName`,
  ),
  'objects-not-built': error<NotBuilt & { readonly from: string }>(
    (parameters) => `the objects of ${parameters.from} are not known: ${whyNotBuilt(parameters)}`,
    (parameters) => builtRemedy(parameters),
  ),
  'object-rejected': error<{ readonly object: string; readonly reason: string }>(
    ({ object, reason }) => `the API server rejects ${object}: ${reason}`,
    ({ reason }) =>
      /immutable/.test(reason)
        ? 'undo the change; or delete the object, or all of them: npx operator-gen cluster reset'
        : 'change its source, and save it for dev, or run the command again',
  ),
  'context-not-confirmed': error<{ readonly context: string; readonly confirmed: string }>(
    ({ context, confirmed }) => `--confirm ${confirmed} is not the name of the context ${context}`,
    ({ context }) => `pass the name of the context again: --context ${context} --confirm ${context}`,
  ),
  'context-unusable': error<{ readonly context: string; readonly reason: string }>(
    ({ context, reason }) => `the cluster of the context ${context} cannot be used: ${reason}`,
    () => 'see the contexts: kubectl config get-contexts; or omit --context, and dev runs a cluster on this machine',
  ),
  'cluster-lost': error<{ readonly name: string; readonly loss: string }>(
    ({ name, loss }) => `${name} was ${loss} while dev ran in it`,
    () => 'run dev again: it applies everything to the new one',
  ),
};
