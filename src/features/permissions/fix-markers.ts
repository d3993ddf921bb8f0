import { posix } from 'node:path';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import { compareWithCode } from './compare-with-code.js';
import { generate } from '../../output/generate/generate.js';
import { readModel } from '../../output/generate/read-model.js';
import type { Host } from '../../base/io/host.js';
import type { Environment } from '../../output/operation/outcome.js';
import { overlay } from '../../base/io/overlay.js';
import { toolVersion } from '../../base/io/tool.js';
import type { RbacRule } from '../../base/model/rbac.js';
import { canBeDeclared, type Comparison, type MissingPermission } from './compare-permissions.js';
import { permissionFixes } from './fix/permission-fix.js';
import { makePlan, type MadePlan } from '../../output/plan/make-plan.js';
import type { Project } from '../../project/project.js';
import { fixPermissions } from './fix/fix-permissions.js';

/** Maximum number of rounds: a marker that moves to another file can require changes in the next round. */
const mostRounds = 4;

export interface FixedMarkers extends MadePlan {
  /** Differences that remain after the change. */
  readonly left: Comparison;
  readonly declared: readonly RbacRule[];
}

/** Plans markers that grant the permissions that the code uses, and the files that are generated from them. */
export async function fixMarkers(
  { host, helper }: Pick<Environment, 'host' | 'helper'>,
  root: string,
  project: Project,
): Promise<FixedMarkers> {
  const texts = new Map<string, string>();
  const changed = (): Host => overlay(host, new Map([...texts].map(([file, text]) => [posix.join(root, file), text])));
  let now = await compareNow(host, root, project);
  for (let round = 0; round < mostRounds; round += 1) {
    const fixed = textsOf(changed(), root, now);
    if (fixed.size === 0) break;
    for (const [file, text] of fixed) texts.set(file, text);
    now = await compareNow(changed(), root, project);
  }
  const { files, diagnostics } = await generate(changed(), root, project, toolVersion(), { helper });
  const sources = [...texts].map(([path, content]) => ({ path, content, ownership: 'merged' as const }));
  const made = makePlan(host, root, [...sources, ...files], { complete: files.length > 0 });
  return { ...made, diagnostics: [...diagnostics, ...made.diagnostics], ...now };
}

async function compareNow(host: Host, root: string, project: Project): Promise<Omit<FixedMarkers, keyof MadePlan>> {
  const { model, diagnostics } = await readModel(host, root, project);
  const declared = model.rbac;
  if (hasErrors(diagnostics))
    return { left: { missing: [], unbound: [], unused: [], dynamic: [], broken: [] }, declared };
  const { comparison } = await compareWithCode(host, root, project, model);
  return { left: comparison, declared };
}

/** Returns the changed texts of files, by their paths in the project. */
function textsOf(
  host: Host,
  root: string,
  { left, declared }: Omit<FixedMarkers, keyof MadePlan>,
): ReadonlyMap<string, string> {
  const textOf = (file: string): string => host.read(posix.join(root, file)) ?? '';
  // Only the role in the namespace of the operator is bound.
  const comparison = { ...left, missing: left.missing.filter(canBeDeclared) };
  const fixes = permissionFixes(comparison, declared, (file) => /\bclass\s+\w/.test(textOf(file)));
  const texts = new Map<string, string>();
  for (const [file, { added, narrowed }] of fixes) {
    const fix = {
      narrowed,
      rules: declared.filter(({ position }) => position.file === file),
      added: added.map((each) => ({ ...each, position: placeIn(file, each) })),
    };
    const before = textOf(file);
    const text = fixPermissions(file, before, fix);
    if (text !== undefined && text !== before) texts.set(file, text);
  }
  return texts;
}

/** Returns the line of a file that needs a permission; its first line if only other files need it. */
function placeIn(file: string, { uses }: MissingPermission): MissingPermission['uses'][number]['position'] {
  return uses.find(({ position }) => position.file === file)?.position ?? { file, line: 1, column: 1 };
}
