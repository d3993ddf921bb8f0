import { posix } from 'node:path';
import { hasErrors } from '../../diagnostics/has-errors.js';
import { findProject } from '../../project/find-project.js';
import { makePlan } from '../../plan/make-plan.js';
import { readPackages } from '../../io/packages.js';
import { overlay } from '../../io/overlay.js';
import { toolVersion } from '../../io/tool.js';
import { danglingEntries } from './dangling-entries.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { DesiredFile } from '../../layout/desired-file.js';
import type { Kind } from '../../model/kind.js';
import { crdFile } from '../../project/paths.js';
import { acceptedTexts } from '../../upstream/accepted-texts.js';
import { crdProblems } from '../../upstream/crd-verdict.js';
import { generate } from '../../generate/generate.js';
import type { Environment, Outcome } from '../../plan/outcome.js';

/** Plans all generated files of a project from the sources and PROJECT. */
export async function bringUpToDate(environment: Environment): Promise<Outcome> {
  const { host, cwd, memory } = environment;
  readPackages(host);
  const { root, project } = findProject(host, cwd);
  const { files, kinds, diagnostics: found } = await generate(host, root, project, toolVersion(), memory);
  const diagnostics = [...found, ...(await rejectedCrds(environment, root, kinds, files))];
  // After an error there are no files, and a plan without files would remove the existing ones.
  if (hasErrors(diagnostics)) {
    return { root, plan: { files: [] }, diagnostics, summary: '', next: [] };
  }
  const made = makePlan(host, root, files, { complete: true });
  const then = overlay(host, new Map(made.plan.files.map(({ path, after }) => [posix.join(root, path), after])));
  const changed = made.plan.files.filter(({ action }) => action !== 'unchanged').length;
  return {
    root,
    plan: made.plan,
    diagnostics: [...diagnostics, ...made.diagnostics, ...danglingEntries(then, root)],
    summary:
      changed === 0 ? 'All generated files are up to date.' : `Updated ${changed} ${changed === 1 ? 'file' : 'files'}.`,
    next: [],
  };
}

/** Returns what the API server would reject in the CRDs. Those that it has accepted before are not asked about again. */
async function rejectedCrds(
  { host, memory, upstream }: Environment,
  root: string,
  kinds: readonly Kind[],
  files: readonly DesiredFile[],
): Promise<readonly Diagnostic[]> {
  if (upstream?.identity === undefined || kinds.length === 0) return [];
  const texts = new Map(files.map(({ path, content }) => [path, content]));
  const emitted = kinds.map((kind) => ({ kind, text: texts.get(crdFile(kind.group, kind.plural))! }));
  const accepted = acceptedTexts(memory, root, upstream.identity);
  const asked = emitted.filter(({ text }) => !accepted.has(text));
  const diagnostics = await crdProblems(upstream, asked, (file) => host.read(posix.join(root, file)));
  if (asked.length > 0 && diagnostics.length === 0) accepted.keep(emitted.map(({ text }) => text));
  return diagnostics;
}
