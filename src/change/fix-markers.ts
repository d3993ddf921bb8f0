import { posix } from 'node:path';
import { generate } from '../generate/generate.js';
import type { Host } from '../io/host.js';
import { overlay } from '../io/overlay.js';
import { toolVersion } from '../io/tool.js';
import type { RbacRule } from '../model/rbac.js';
import type { Comparison } from '../permissions/compare-permissions.js';
import { permissionFixes } from '../permissions/permission-fix.js';
import { makePlan, type MadePlan } from '../plan/make-plan.js';
import { ownNamespace } from '../project/cluster-scope.js';
import type { Project } from '../project/project.js';
import { fixPermissions } from '../refactor/fix-permissions.js';

/** Plans markers that grant what the code uses, and the files that are generated from them. */
export async function fixMarkers(
  host: Host,
  root: string,
  project: Project,
  comparison: Comparison,
  declared: readonly RbacRule[],
): Promise<MadePlan> {
  const textOf = (file: string): string => host.read(posix.join(root, file)) ?? '';
  const fixes = permissionFixes(comparison, declared, (file) => /\bclass\s+\w/.test(textOf(file)));
  const namespace = project.namespaced ? ownNamespace(project) : '';
  const texts = new Map<string, string>();
  for (const [file, { added, narrowed }] of fixes) {
    const rules = declared.filter(({ position }) => position.file === file);
    const fix = {
      narrowed,
      rules,
      namespace,
      added: added.map((each) => ({ ...each, position: placeIn(file, each) })),
    };
    const text = fixPermissions(file, textOf(file), fix);
    if (text !== undefined) texts.set(file, text);
  }
  const after = overlay(host, new Map([...texts].map(([file, text]) => [posix.join(root, file), text])));
  const { files, diagnostics } = await generate(after, root, project, toolVersion());
  const sources = [...texts].map(([path, content]) => ({ path, content, ownership: 'merged' as const }));
  const made = makePlan(host, root, [...sources, ...files], { complete: files.length > 0 });
  return { ...made, diagnostics: [...diagnostics, ...made.diagnostics] };
}

/** Returns the line of a file that needs a permission; its first line if only other files need it. */
function placeIn(
  file: string,
  { uses }: Comparison['missing'][number],
): Comparison['missing'][number]['uses'][number]['position'] {
  return uses.find(({ position }) => position.file === file)?.position ?? { file, line: 1, column: 1 };
}
