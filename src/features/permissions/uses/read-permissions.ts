import { bounded, WorkEnded } from '../../../language/compiler/bounded.js';
import { refuse } from '../reporting.js';
import { codeLibrary } from '../code/code-lib.js';
import type { ImportFiles } from '../../../language/compiler/import-files.js';
import { EarlierResults } from '../../../language/compiler/earlier-results.js';
import { createSourceProgram } from '../../../language/compiler/program.js';
import { sha256 } from '../../../base/io/sha256.js';
import type { Kind } from '../../../base/model/kind.js';
import type { CodeUses } from '../../../base/model/permission.js';
import { declaredKinds, knownKinds } from '../kinds/known-kinds.js';
import { usesIn } from './uses.js';

export interface PermissionInput extends ImportFiles {
  /** Absolute path of the project folder. */
  readonly root: string;
  /** Absolute paths of the sources. */
  readonly files: readonly string[];
  /** Absolute path of the folder with the runtime's declarations. */
  readonly runtime: string;
  /** The kinds that the sources declare. */
  readonly kinds: readonly Kind[];
}

const earlier = new EarlierResults<CodeUses>();

/**
 * Determines which permissions the code of a project uses, which webhooks it serves, and which metrics it creates. A
 * process reads the same code only once.
 * @throws DiagnosticsError when the code cannot be followed in time
 */
export async function readPermissions(input: PermissionInput): Promise<CodeUses> {
  const { root, runtime, files, kinds } = input;
  const key = sha256(JSON.stringify([root, runtime, files, declaredKinds(kinds)]));
  const found = earlier.find(key, input);
  if (found !== undefined) return found;
  const work = earlier.note(key, input);
  const uses = await readUses({ ...input, ...work.files });
  work.keep(uses);
  return uses;
}

async function readUses({ root, runtime, files, kinds, read, realpath }: PermissionInput): Promise<CodeUses> {
  const program = inTime(() =>
    createSourceProgram(
      { root, runtime, kindFiles: files, otherFiles: [], followsCode: true, read, realpath },
      codeLibrary,
    ),
  );
  const known = await knownKinds(program, kinds);
  return inTime(() => usesIn(program, known));
}

/**
 * Runs compiler work with a time limit. The code of a project usually exceeds it because the machine is slow.
 * @throws DiagnosticsError when the time limit is exceeded
 */
export function inTime<T>(work: () => T, seconds?: number): T {
  try {
    return bounded(work, seconds);
  } catch (error) {
    if (!(error instanceof WorkEnded) || error.seconds === undefined) throw error;
    const what = 'reading which permissions, webhooks and metrics the code of the project uses did not finish';
    return refuse('timed-out', { what, seconds: error.seconds });
  }
}
