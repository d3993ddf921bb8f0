import { posix } from 'node:path';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { unservedWebhooks } from '../../../output/generate/unserved-webhooks.js';
import { unusedControllers } from '../../../output/generate/unused-controllers.js';
import { isRefusal } from '../../../project/readable.js';
import { importedFiles } from '../../refactor/imports/imports.js';
import type { PlannedChange } from '../planned-change.js';
import type { ProjectView } from '../planned-view.js';

const main = 'src/main.ts';
const register = 'src/register.ts';

/** Reports controllers and webhooks that a plan adds but the operator does not run, because its user lists those that it runs. */
export async function newlyUnused({ before, after, root, files }: PlannedChange): Promise<readonly Diagnostic[]> {
  const text = after.host.read(posix.join(root, main)) ?? '';
  const isListed = importedFiles(main, text).includes(register);
  if (isListed || !files.some(({ path, action }) => path === register && action !== 'unchanged')) return [];
  try {
    const known = new Set((await unusedIn(before)).map(({ message }) => message));
    return (await unusedIn(after)).filter(({ message }) => !known.has(message));
  } catch (error) {
    // `check` reports a file that is rejected.
    if (isRefusal(error)) return [];
    throw error;
  }
}

async function unusedIn(view: ProjectView): Promise<readonly Diagnostic[]> {
  const uses = await view.uses();
  if (uses.broken.length > 0) return [];
  const { model } = await view.model();
  return [...unusedControllers(view.project, uses), ...unservedWebhooks(model.webhooks, uses.served, [])];
}
