import { posix } from 'node:path';
import { listCode } from '../analyze/sources.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { codeUses } from '../generate/code-uses.js';
import { readModel } from '../generate/read-model.js';
import { registeredTwice } from '../generate/unserved-webhooks.js';
import type { Project } from '../project/project.js';
import type { PlannedChange } from './planned-change.js';

const builder = /\bwebhookManagedBy\(\w+\)\s*\.for\((\w+)\)/g;

/** Reports webhooks that a plan registers, and that code of the user registers already: the operator would not start. */
export async function newlyRegistered(
  { applied, root, files }: PlannedChange,
  project: Project,
): Promise<readonly Diagnostic[]> {
  const fresh = files.filter(({ before = '', after = '' }) => kindsIn(after).length > kindsIn(before).length);
  if (fresh.length === 0) return [];
  const kinds = new Set(fresh.flatMap(({ after = '' }) => kindsIn(after)));
  const paths = new Set(fresh.map(({ path }) => posix.join(root, path)));
  // Reading what code serves takes the compiler.
  const isPossible = listCode(applied, root).some(
    ({ path, text }) => !paths.has(path) && kindsIn(text).some((kind) => kinds.has(kind)),
  );
  if (!isPossible) return [];
  const { model } = await readModel(applied, root, project);
  const { served } = await codeUses(applied, root, model.kinds, undefined);
  return registeredTwice(served);
}

function kindsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(builder), ([, kind]) => kind!);
}
