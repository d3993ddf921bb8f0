import { posix } from 'node:path';
import { bounded, WorkEnded } from '../compiler/bounded.js';
import { refuse } from '../diagnostics/diagnostic.js';
import { codeLibrary } from '../compiler/code-lib.js';
import type { ImportFiles } from '../compiler/import-files.js';
import { createSourceProgram, type SourceProgram } from '../compiler/program.js';
import { builtInKindsIn } from '../io/built-in-kinds.js';
import type { Kind } from '../model/kind.js';
import type { CodeUses } from '../model/permission.js';
import type { KnownKind, KnownKinds } from './kinds.js';
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

/**
 * Reads from the code of a project which permissions it uses, which webhooks it serves, and which metrics it creates.
 * @throws DiagnosticsError when the code cannot be followed in time
 */
export async function readPermissions(input: PermissionInput): Promise<CodeUses> {
  const { root, runtime, files, read, realpath } = input;
  const program = inTime(() =>
    createSourceProgram(
      { root, runtime, kindFiles: files, otherFiles: [], followsCode: true, read, realpath },
      codeLibrary,
    ),
  );
  const known = await knownKinds(program, input.kinds);
  return inTime(() => usesIn(program, known));
}

/**
 * Runs compiler work with a time limit. The code of a project usually exceeds it because the machine is slow.
 * @throws DiagnosticsError when the time is over
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

async function knownKinds({ imports, runtime }: SourceProgram, kinds: readonly Kind[]): Promise<KnownKinds> {
  const folder = `${runtime}/k8s/`;
  const modules = [...new Set([...imports.values()].flat())].filter((path) => path.startsWith(folder));
  const builtIn = new Map<string, readonly KnownKind[]>();
  for (const path of modules) {
    const module = path.slice(folder.length).replace(/\.d\.ts$/, '');
    const found = await builtInKindsIn(posix.dirname(module), posix.basename(module));
    builtIn.set(
      module,
      found.map(({ group, version, kind, plural }) => ({ group, version, kind, resource: plural })),
    );
  }
  const own = kinds.flatMap(({ group, kind, plural, versions }) =>
    versions.map(({ name, position, className = kind }) => ({
      ...{ group, version: name, kind, resource: plural },
      ...{ file: position.file, className },
    })),
  );
  const all: readonly KnownKind[] = [...own, ...[...builtIn.values()].flat()];
  return {
    ofClass: (file, name) => own.find((each) => each.file === file && each.className === name),
    ofModule: (module, name) => builtIn.get(module)?.find(({ kind }) => kind === name),
    ofObject: (apiVersion, kind) => all.find((each) => apiVersionOf(each) === apiVersion && each.kind === kind),
  };
}

function apiVersionOf({ group, version }: KnownKind): string {
  return group === '' ? version : `${group}/${version}`;
}
