import { posix } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { generate } from '../../output/generate/generate.js';
import { withNewSamples } from '../../output/generate/judge.js';
import { overlay } from '../../base/io/overlay.js';
import { toolVersion } from '../../base/io/tool.js';
import { own } from '../../base/model/json-at.js';
import { objectsOf } from '../../base/text/yaml-objects.js';
import type { Environment } from '../../output/operation/outcome.js';
import { makePlan, type MadePlan } from '../../output/plan/make-plan.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import { webhookFile } from '../../project/paths.js';
import type { Project } from '../../project/project.js';
import { overlaid } from '../../scaffold/change/planned-overlay.js';
import { withNeededPermissions } from '../permissions/needed-permissions.js';

/** The files of the new project before anything is generated from them. */
interface Files {
  readonly made: {
    readonly files: readonly DesiredFile[];
    readonly kept: ReadonlySet<string>;
    readonly config: ReadonlyMap<string, string>;
    readonly roleName: string;
    /** The file with the webhooks of the Go project, whose order is kept. */
    readonly webhookFile: string;
  };
  readonly others: readonly DesiredFile[];
  readonly force: boolean;
}

/** A plan of all files that are written. */
export interface Planned extends MadePlan {
  readonly generated: readonly DesiredFile[];
  /** The permissions that were added. */
  readonly granted: readonly Diagnostic[];
}

/** Plans the files of a new project, with the generated files and the permissions that they need. */
export async function plannedFiles(
  { host, cwd: root, helper }: Environment,
  project: Project,
  { made, others, force }: Files,
): Promise<Planned> {
  const granted = await withNeededPermissions(made.files, {
    host: overlay(host, overlaid(root, [...made.files, ...others])),
    root,
    project,
    roleName: made.roleName,
  });
  const written = [...granted.files, ...others];
  const samples = placeholderSamples(made.config);
  const gone = [...samples.keys()].map((path) => [posix.join(root, path), undefined] as const);
  const webhooks = made.config.get(made.webhookFile);
  const ordered = webhooks === undefined ? [] : [[posix.join(root, webhookFile), webhooks] as const];
  const then = overlay(host, new Map([...overlaid(root, written), ...ordered, ...gone]));
  const generated = await withNewSamples(
    { root, helper, project, read: (path) => then.read(posix.join(root, path)) },
    await generate(then, root, project, toolVersion(), { helper }),
  );
  const files = withSamples(generated.files, made.kept, samples);
  // A file of the Go project can change because of other files, and be generated from now on.
  const replaced = new Set([...samples.keys(), ...files.map(({ path }) => path)]);
  const kept = written.filter(({ path }) => !replaced.has(path));
  const { plan, diagnostics } = makePlan(host, root, [...kept, ...files], { force });
  return {
    plan,
    // The report on the files in config/ includes the patches of moved files.
    diagnostics: [
      ...generated.diagnostics.filter(({ code }) => !/^moved-(?:rule|version|webhook)$/.test(code)),
      ...diagnostics,
    ],
    generated: generated.files,
    granted: granted.diagnostics,
  };
}

/**
 * Returns the samples to which no one has added fields yet, by path: an API server rejects them if a field is required,
 * and the tests of controllers create them.
 */
function placeholderSamples(config: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...config].filter(([path, text]) => {
      if (posix.dirname(path) !== 'config/samples') return false;
      const objects = objectsOf(text);
      return objects.length === 1 && own(objects[0]!, 'spec') === null;
    }),
  );
}

/** Returns the generated files, with samples instead of placeholders, but without files that belong to the user. */
function withSamples(
  generated: readonly DesiredFile[],
  kept: ReadonlySet<string>,
  placeholders: ReadonlyMap<string, string>,
): readonly DesiredFile[] {
  return generated.flatMap((file) => {
    if (file.ownership !== 'sample') return [file];
    const replaces = placeholders.get(file.path);
    if (replaces !== undefined) return [{ ...file, replaces }];
    return kept.has(file.path) ? [] : [file];
  });
}
