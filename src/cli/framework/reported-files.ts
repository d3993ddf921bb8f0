import type { Plan, PlannedFile } from '../../output/plan/plan.js';
import { patchOf } from './patch.js';
import type { ReportedFile } from './report.js';

/** Returns a plan in the form in which it is reported, with patches on request. */
export async function reportedFiles(plan: Plan, patches: boolean): Promise<readonly ReportedFile[]> {
  const moved = new Map(plan.files.map((file) => [file.movedFrom, file]));
  const texts = new Map(plan.files.map(({ path, before }) => [path, before]));
  return Promise.all(
    plan.files.map(async (file) => {
      const { movedFrom } = file;
      // A move has a single patch, at the new path.
      if (file.action === 'delete' && moved.has(file.path)) return reportedFile(file, false);
      if (movedFrom === undefined) return reportedFile(file, patches);
      const before = texts.get(movedFrom);
      return { ...(await reportedFile(before === undefined ? file : { ...file, before }, patches)), movedFrom };
    }),
  );
}

async function reportedFile(file: PlannedFile, patches: boolean): Promise<ReportedFile> {
  const { path, action, before, after, copyOf } = file;
  // The texts of a copy are only descriptions.
  if (copyOf !== undefined) return { path, action, copyOf };
  const bytes = Buffer.byteLength((action === 'delete' ? before : after) ?? '');
  const patch = patches ? await patchOf(file) : '';
  return { path, action, bytes, ...(patch === '' ? {} : { patch }) };
}
