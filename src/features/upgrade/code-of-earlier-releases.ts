import { posix } from 'node:path';
import { overlay } from '../../base/io/overlay.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import { layoutOf } from '../../project/layout/layout.js';
import { releasesBetween, renamedSince, type Release } from '../../project/layout/releases.js';
import { templatesWith } from '../../project/layout/templates.js';
import type { RenamedExport } from '../../base/model/renamed-export.js';
import { makePlan, type MadePlan } from '../../output/plan/make-plan.js';
import type { Environment } from '../../output/operation/outcome.js';
import type { FoundProject } from '../../project/find-project.js';
import { planCodeMove } from '../../scaffold/refactor/moves/plan-code-move.js';
import { presentPackages } from '../../scaffold/change/packages/packages.js';
import { writtenCode } from '../../scaffold/change/edited-code/scaffolded-code.js';

/** Code of earlier releases in a project that was already upgraded: it was merged from a branch that was not upgraded. */
export interface LateCode extends MadePlan {
  readonly renamedExports: readonly RenamedExport[];
}

/** Plans to upgrade code of earlier releases: files that are unedited, and imports with names that were renamed. */
export function planLateCode(
  { host }: Pick<Environment, 'host'>,
  { root, project }: FoundProject,
  releases: readonly Release[],
  version: string,
): LateCode {
  const [first] = releases;
  const renamedExports = renamedSince(releasesBetween(releases, first!.version, version));
  const packages = presentPackages(host, root);
  const layoutFor = ({ templates }: Release): ReturnType<typeof layoutOf> =>
    layoutOf(project, { packages, templates: templatesWith(templates) });
  const index = releases.findIndex((each) => each.version === version);
  const earlier = releases.slice(0, index).map(layoutFor);
  const replaced = new Map<string, DesiredFile>();
  for (const [path, file] of earlier.length === 0 ? [] : layoutFor(releases[index]!)) {
    const existing = path.endsWith('.ts') ? host.read(posix.join(root, path)) : undefined;
    const isOld = earlier.some((layout) => layout.get(path)?.content === existing);
    if (existing !== undefined && existing !== file.content && isOld)
      replaced.set(path, { ...file, replaces: existing });
  }
  const now = overlay(host, new Map([...replaced].map(([path, { content }]) => [posix.join(root, path), content])));
  const { files, problems } =
    renamedExports.length === 0
      ? { files: new Map<string, string>(), problems: [] }
      : planCodeMove(writtenCode(now, root), root, { moves: new Map(), renamedExports });
  const changed = [...files].map(([path, content]): DesiredFile => ({ path, content, ownership: 'merged' }));
  const wanted = [...replaced.values(), ...changed];
  if (wanted.length === 0) return { plan: { files: [] }, diagnostics: problems, renamedExports };
  const { plan, diagnostics } = makePlan(host, root, wanted);
  return { plan, diagnostics: [...problems, ...diagnostics], renamedExports };
}
