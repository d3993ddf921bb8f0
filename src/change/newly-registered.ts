import { posix } from 'node:path';
import { listCode } from '../analyze/sources.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { codeUses } from '../generate/code-uses.js';
import { readModel } from '../generate/read-model.js';
import { registeredTwice } from '../generate/unserved-webhooks.js';
import type { Host } from '../io/host.js';
import type { Project } from '../project/project.js';
import type { PlannedChange } from './planned-change.js';

const builder = /\bwebhookManagedBy\(\w+\)\s*\.for\((\w+)\)/g;

/** Reports webhooks that a plan registers, and that code of the user registers already: the operator would not start. */
export async function newlyRegistered(
  { host, applied, root, files }: PlannedChange,
  [project, edited]: readonly [Project, Project],
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
  const twice = await registeredTwiceIn(applied, root, edited);
  if (twice.length === 0) return [];
  const known = new Set((await registeredTwiceIn(host, root, project)).map(({ message }) => message));
  return twice.filter(({ message }) => !known.has(message));
}

async function registeredTwiceIn(host: Host, root: string, project: Project): Promise<readonly Diagnostic[]> {
  const { model } = await readModel(host, root, project);
  return registeredTwice((await codeUses(host, root, model.kinds, undefined)).served);
}

function kindsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(builder), ([, kind]) => kind!);
}
