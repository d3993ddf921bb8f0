import { posix } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { hasErrors } from '../../diagnostics/has-errors.js';
import { findProject } from '../../project/find-project.js';
import { makePlan } from '../../plan/make-plan.js';
import { readPackages } from '../../io/packages.js';
import { overlay } from '../../io/overlay.js';
import { toolVersion } from '../../io/tool.js';
import { danglingEntries } from './dangling-entries.js';
import { acceptedTexts } from '../../upstream/accepted-texts.js';
import { askApiServer } from '../../generate/ask-api-server.js';
import { generate } from '../../generate/generate.js';
import type { Environment, Outcome } from '../../plan/outcome.js';

/** Plans all generated files of a project from the sources and PROJECT. */
export async function bringUpToDate(environment: Environment): Promise<Outcome> {
  const { host, cwd, memory, upstream } = environment;
  readPackages(host);
  const { root, project } = findProject(host, cwd);
  const generated = await generate(host, root, project, toolVersion(), memory);
  const stopped = (diagnostics: readonly Diagnostic[]): Outcome => ({
    root,
    plan: { files: [] },
    diagnostics,
    summary: '',
    next: [],
  });
  // After an error there are no files, and a plan without files would remove the existing ones.
  if (hasErrors(generated.diagnostics)) return stopped(generated.diagnostics);
  const made = makePlan(host, root, generated.files, { complete: true });
  const manifests = {
    generated,
    planned: made.plan.files,
    source: (file: string) => host.read(posix.join(root, file)),
  };
  const rejected =
    upstream?.identity === undefined
      ? []
      : await askApiServer(upstream, manifests, acceptedTexts(memory, root, upstream.identity));
  const diagnostics = [...generated.diagnostics, ...rejected];
  if (hasErrors(rejected)) return stopped(diagnostics);
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
