import type { Diagnostic } from '../../../../base/diagnostics/diagnostic.js';
import { projectRoot } from '../../../../project/project-root.js';
import type { Environment, Outcome } from '../../../../output/operation/outcome.js';
import { helperProblem, required, requiredHelper } from '../../ask-helper.js';
import { unknownKinds } from '../../explain.js';
import { oldObjects } from '../../old-objects.js';
import { projectDefinitions } from '../../project-definitions.js';
import { readManifests } from '../../read-manifests.js';
import { verifySets } from '../../verify.js';
import type { ValidateOptions } from './flags.js';
import { describeVerdicts } from './describe-verdicts.js';

/** Answers as the API server would if objects were created or, with `old`, updated. */
export async function validate(options: ValidateOptions, environment: Environment): Promise<Outcome> {
  const { host, named = host, cwd, input = async () => '' } = environment;
  const root = projectRoot(host, cwd);
  const helper = requiredHelper(environment, options.kubernetes);
  const outcome = (diagnostics: readonly Diagnostic[]): Outcome => ({
    root,
    plan: { files: [] },
    diagnostics,
    summary: '',
    next: [],
    result: describeVerdicts([], () => false),
  });
  const manifestsAt = (paths: readonly string[]) => readManifests({ host: named, cwd, root, helper, input }, paths);
  try {
    const [objects, crds, old] = [
      await manifestsAt(options.objects),
      await manifestsAt(options.crd),
      await manifestsAt(options.old),
    ];
    const texts = new Map([...crds.texts, ...old.texts, ...objects.texts]);
    const textOf = (file: string): string | undefined => texts.get(file);
    const definitions = [...projectDefinitions(host, root), ...crds.sets.flat().map(({ text }) => text)];
    const before = options.old.length === 0 ? undefined : await oldObjects(helper, old.sets.flat());
    const { verdicts, diagnostics } = await verifySets(helper, objects.sets, textOf, {
      definitions,
      stored: true,
      ...(before && { old: before.of }),
    });
    // A CRD that the API server rejects defines nothing.
    const rejected = (await verifySets(helper, crds.sets, textOf)).diagnostics;
    const unused = before?.unused(verdicts, textOf) ?? [];
    const read = [objects, crds, old].flatMap((each) => each.diagnostics);
    const found = [...read, ...unused, ...rejected, ...diagnostics];
    const unknown = unknownKinds(verdicts, textOf).map((each): Diagnostic => ({ ...each, severity: 'error' }));
    const result = describeVerdicts(verdicts, ({ answer }) => before?.of(answer) !== undefined);
    return { ...outcome(required([...found, ...unknown])), texts, result };
  } catch (error) {
    return outcome([helperProblem(error, options.kubernetes)]);
  }
}
