import { finishEdit, startEdit, type ProjectEdit } from '../../src/project/project-edit.js';
import type { ProjectFile } from '../../src/project/project-file.js';

/** Returns the text of PROJECT after some edits, which preserve its formatting. */
export function editedText(file: ProjectFile, change: (edit: ProjectEdit) => void): string {
  const edit = startEdit(file);
  change(edit);
  const { text, reformatted } = finishEdit(edit);
  if (reformatted) throw new Error('the whole file was printed anew');
  return text;
}
