import { posix } from 'node:path';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../../base/diagnostics/has-errors.js';
import { findProject, type FoundProject } from '../../../project/find-project.js';
import { makePlan, type MadePlan } from '../../../output/plan/make-plan.js';
import { withRecord } from '../../../output/operation/record.js';
import { readState } from '../../../output/plan/state.js';
import { readPackages } from '../../../base/io/packages.js';
import { overlay } from '../../../base/io/overlay.js';
import { toolVersion } from '../../../base/io/tool.js';
import { upToDateSummary } from './remembered.js';
import { danglingEntries } from '../../../scaffold/change/kustomizations/dangling-entries.js';
import { generate, type Generated } from '../../../output/generate/generate.js';
import { judgeOf, type Judge } from '../../../output/generate/judge.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';

/** Plans all generated files of a project from the sources and PROJECT. */
export async function bringUpToDate(environment: Environment): Promise<Outcome> {
  const { host, cwd } = environment;
  readPackages(host);
  const found = findProject(host, cwd);
  const { root, project } = found;
  const first = await generate(host, root, project, toolVersion(), environment);
  const stopped = (diagnostics: readonly Diagnostic[]): Outcome => ({
    root,
    plan: { files: [] },
    diagnostics,
    summary: '',
    next: [],
  });
  // After an error there are no generated files, and a plan without files would delete the existing ones.
  if (hasErrors(first.diagnostics)) {
    const others = (await (await judgeIn(environment, found))?.judgeBesideErrors(first)) ?? [];
    return stopped([...first.diagnostics, ...others]);
  }
  const { generated, made, rejected } = await judged(environment, found, first);
  const diagnostics = [...generated.diagnostics, ...rejected];
  if (hasErrors(rejected)) return stopped(diagnostics);
  const then = overlay(host, new Map(made.plan.files.map(({ path, after }) => [posix.join(root, path), after])));
  const changed = made.plan.files.filter(({ action }) => action !== 'unchanged').length;
  return {
    root,
    plan: made.plan,
    diagnostics: [...diagnostics, ...made.diagnostics, ...danglingEntries(then, root)],
    summary: changed === 0 ? upToDateSummary : `Updated ${changed} ${changed === 1 ? 'file' : 'files'}.`,
    next: [],
  };
}

interface Judged {
  readonly generated: Generated;
  readonly made: MadePlan;
  /** Diagnostics about what the API server would reject. */
  readonly rejected: readonly Diagnostic[];
}

/** Plans the generated files that the API server's code accepts. */
async function judged(environment: Environment, found: FoundProject, generated: Generated): Promise<Judged> {
  const { host } = environment;
  const { root } = found;
  const recorded = readState(await withRecord(environment, found), root);
  const plan = ({ files }: Generated): MadePlan => makePlan(host, root, files, { complete: true, recorded });
  const made = plan(generated);
  const judge = await judgeIn(environment, found);
  if (judge === undefined) return { generated, made, rejected: [] };
  environment.stage?.("Asking the API server's code");
  const verdict = await judge.judge(generated, made.plan.files);
  return { ...verdict, made: verdict.generated === generated ? made : plan(verdict.generated) };
}

function judgeIn({ host, memory, helper }: Environment, { root, project }: FoundProject): Promise<Judge | undefined> {
  return judgeOf({ root, project, read: (path) => host.read(posix.join(root, path)), helper, memory });
}
