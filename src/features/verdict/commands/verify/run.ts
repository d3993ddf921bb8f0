import { counted } from '../../../../base/diagnostics/counted.js';
import { diagnostic, type Diagnostic } from '../../../../base/diagnostics/diagnostic.js';
import { projectRoot } from '../../../../project/project-root.js';
import type { Environment, Outcome } from '../../../../output/operation/outcome.js';
import type { Helper } from '../../../../base/helper/helper.js';
import { helperProblem, required, requiredHelper } from '../../ask-helper.js';
import type { Verdict } from '../../ask.js';
import { unknownKinds } from '../../explain.js';
import { projectDefinitions } from '../../project-definitions.js';
import { readManifests } from '../../read-manifests.js';
import { verifyDeployed } from '../../verify.js';
import { selectionOf } from '../../../../cli/commands/selection.js';
import type { VerifyOptions } from './flags.js';

/** Reports what the API server would reject in manifests. */
export async function verify(options: VerifyOptions, environment: Environment): Promise<Outcome> {
  const { paths, kubernetes } = options;
  const selects = await selectionOf('verify', options);
  const { host, named = host, cwd, input = async () => '' } = environment;
  const root = projectRoot(host, cwd);
  const helper = requiredHelper(environment, kubernetes);
  const outcome = (diagnostics: readonly Diagnostic[], verdicts: readonly Verdict[] = []): Outcome => ({
    root,
    plan: { files: [] },
    diagnostics,
    summary: summaryOf(helper, verdicts),
    next: [],
    result: { text: '', json: { kubernetes: helper.kubernetes(), objects: verdicts.map(identified) } },
  });
  try {
    const { sets, parts, diagnostics, texts } = await readManifests({ host: named, cwd, root, helper, input }, paths);
    const definitions = projectDefinitions(host, root);
    const textOf = (file: string): string | undefined => texts.get(file);
    const verified = await verifyDeployed(helper, { whole: sets, parts }, textOf, { definitions });
    const nothing = sets.flat().length === 0 && diagnostics.length === 0 ? [diagnostic('no-objects', {})] : [];
    const found = [...nothing, ...diagnostics, ...verified.diagnostics, ...unknownKinds(verified.verdicts, textOf)];
    const selected = found.filter(({ code }) => selects(code));
    return { ...outcome(required(selected), verified.verdicts), texts: withoutSecrets(texts) };
  } catch (error) {
    return outcome([helperProblem(error, kubernetes)]);
  }
}

function summaryOf(helper: Helper, verdicts: readonly Verdict[]): string {
  const accepted = verdicts.filter(({ answer }) => answer.problem === undefined).length;
  const version = helper.kubernetes();
  return version === undefined
    ? 'There is nothing to verify.'
    : `The API server of Kubernetes ${version} would accept ${counted(accepted, 'object')}.`;
}

function identified({ manifest, answer: { identity, problem } }: Verdict): object {
  return { file: manifest.file, ...identity, verdict: problem === undefined ? 'accepted' : 'unknown' };
}

/** Returns the texts that can be shown in code frames. */
function withoutSecrets(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const isHidden = (file: string): boolean => file.split('/').some((part) => /^\.[^.]/.test(part));
  return new Map([...texts].filter(([file, text]) => !isHidden(file) && !/\bkind["']?\s*:\s*["']?Secret\b/.test(text)));
}
