import { controllerEdits } from './controller-edits.js';
import { fileEdits } from './file-edits.js';
import { formEdits } from './form-edits.js';
import { manifestEdits } from './manifest-edits.js';
import { typesEdits } from './types-edits.js';
import type { UserEdit } from './user-edit.js';
import { webhookEdits } from './webhook-edits.js';

/** Everything that people do with a project between two commands. */
export const userEdits: readonly UserEdit[] = [
  ...controllerEdits,
  ...webhookEdits,
  ...typesEdits,
  ...fileEdits,
  ...manifestEdits,
  ...formEdits,
];
