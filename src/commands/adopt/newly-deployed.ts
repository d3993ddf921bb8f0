import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { buildKustomization, type BuiltObject } from '../../kustomize/build.js';
import { textOf } from '../../kustomize/kustomize.js';
import { kindOf, nameOf } from '../../model/kubernetes-object.js';
import type { Environment } from '../../plan/outcome.js';
import type { Plan } from '../../plan/plan.js';
import { kustomizations } from '../../project/paths.js';
import type { Source } from './source.js';

/** Kinds that change what a cluster accepts, and what the operator can do. */
const reported = /^(?:CustomResourceDefinition|(?:Mutating|Validating)WebhookConfiguration|(?:Cluster)?Role)$/;

/** Warns of definitions, webhook configurations and roles that `config/default` did not deploy before, and deploys after adopt. */
export function newlyDeployed(
  { deployment, composed }: Source,
  plan: Plan,
  { host, cwd: root }: Pick<Environment, 'host' | 'cwd'>,
): readonly Diagnostic[] {
  if (deployment.objects.length === 0 || composed?.isWhole === false) return [];
  const files = { host, root, planned: new Map(plan.files.map(({ path, after }) => [path, after])) };
  const folder = posix.dirname(kustomizations.default);
  const { objects } = buildKustomization(folder, (path) => textOf(files, path), undefined);
  const identityOf = ({ object }: BuiltObject): string => `${kindOf(object)} ${nameOf(object)}`;
  const before = new Set(deployment.objects.map(identityOf));
  return objects
    .filter((each) => reported.test(kindOf(each.object)) && !before.has(identityOf(each)))
    .map((each) =>
      diagnostic(
        'newly-deployed',
        { what: identityOf(each), entry: posix.basename(each.file) },
        { file: each.file, line: 1, column: 1 },
      ),
    );
}
