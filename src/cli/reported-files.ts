import type { Plan, PlannedFile } from '../scaffold/plan.js';
import { patchOf } from './patch.js';
import type { ReportedFile } from './report.js';

/** A plan as it is shown, with patches where they are wanted. */
export async function reportedFiles(plan: Plan, patches: boolean): Promise<readonly ReportedFile[]> {
  return Promise.all(plan.files.map((file) => reportedFile(file, patches)));
}

async function reportedFile(file: PlannedFile, patches: boolean): Promise<ReportedFile> {
  const { path, action, before, after, copyOf } = file;
  // The texts of a copy only say what it is.
  if (copyOf !== undefined) return { path, action, copyOf };
  const bytes = Buffer.byteLength((action === 'delete' ? before : after) ?? '');
  const patch = patches ? await patchOf(file) : '';
  return { path, action, bytes, ...(patch === '' ? {} : { patch }) };
}
