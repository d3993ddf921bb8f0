import { posix } from 'node:path';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import { compareWithCode } from './compare-with-code.js';
import { readModel } from '../../output/generate/read-model.js';
import type { Host } from '../../base/io/host.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import { defined } from '../../base/model/defined.js';
import { canBeDeclared, type MissingPermission } from './compare-permissions.js';
import type { Project } from '../../project/project.js';
import { fixPermissions } from './fix/fix-permissions.js';

/** Files with the permissions that they need, and the report about these. */
export interface GrantedFiles {
  readonly files: readonly DesiredFile[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Input {
  /** The project with the files. */
  readonly host: Host;
  readonly root: string;
  readonly project: Project;
  /** The role of the operator; empty for the default role. */
  readonly roleName: string;
}

/** Adds the markers for permissions that the runtime requires but a Go operator does not, such as `get` for the cache. */
export async function withNeededPermissions(files: readonly DesiredFile[], input: Input): Promise<GrantedFiles> {
  const { host, root, project, roleName } = input;
  const { model, diagnostics: problems } = await readModel(host, root, project);
  if (hasErrors(problems)) return { files, diagnostics: [] };
  const { comparison } = await compareWithCode(host, root, project, model);
  const missing = comparison.missing.filter(canBeDeclared);
  const paths = new Set(files.map(({ path }) => path));
  const controllers = new Set([...paths].filter((path) => path.endsWith('.controller.ts')));
  const [first] = controllers;
  const fileOf = ({ uses: [use] }: MissingPermission): string => {
    const file = use?.position.file ?? '';
    return controllers.has(file) ? file : (first ?? '');
  };
  const byFile = new Map(
    [...new Set(missing.map(fileOf))].map((file) => [file, missing.filter((each) => fileOf(each) === file)]),
  );
  const texts = new Map<string, string>();
  for (const [path, added] of byFile) {
    const before = path === '' ? undefined : host.read(posix.join(root, path));
    const rules = model.rbac.filter(({ position }) => position.file === path);
    const after =
      before &&
      fixPermissions(path, before, { narrowed: [], rules, added: added.map((each) => addition(each, roleName)) });
    if (after !== undefined) texts.set(path, after);
  }
  return {
    files: files.map((file) => ({ ...file, content: texts.get(file.path) ?? file.content })),
    diagnostics: [...byFile].flatMap(([path, added]) =>
      texts.has(path) ? added.map((each) => addedPermission(path, each)) : [],
    ),
  };
}

const start = { line: 1, column: 1 };

function addition({ uses: [use], ...permission }: MissingPermission, roleName: string) {
  const { namespace: _, ...rest } = permission;
  const position = use?.position ?? { file: '', ...start };
  return { ...rest, position, ...defined({ roleName: roleName || undefined }) };
}

function addedPermission(path: string, { group, resource, verbs, uses: [use] }: MissingPermission): Diagnostic {
  const on = group === '' ? resource : `${resource} of ${group}`;
  const what = `${verbs.join(', ')} on ${on}`;
  return diagnostic('permission-added', { what, path }, use?.position ?? { file: path, ...start });
}
