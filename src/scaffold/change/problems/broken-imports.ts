import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { importsOfDeleted } from '../../refactor/imports/deleted-imports.js';
import { exportedNames } from '../edited-code/exported-names.js';
import type { PlannedChange } from '../planned-change.js';

/** Reports the code that imports files and declarations that a plan deletes: it no longer compiles. */
export function deletedImports(change: PlannedChange): readonly Diagnostic[] {
  const { root, files } = change;
  const deleted = new Set<string>();
  const names = new Map<string, ReadonlySet<string>>();
  for (const { path, action, before, after } of files) {
    if (!/\.[cm]?tsx?$/.test(path) || before === undefined || before === after) continue;
    const kept = new Set(exportedNames(after ?? ''));
    const lost = exportedNames(before).filter((each) => !kept.has(each));
    if (action === 'delete') deleted.add(posix.join(root, path));
    else if (lost.length > 0) names.set(posix.join(root, path), new Set(lost));
  }
  return importsOfDeleted(change.before.host, change.after.host, root, { files: deleted, names }).map(
    ({ position, imported }) => diagnostic('deleted-import', { imported: imported.join(', ') }, position),
  );
}
