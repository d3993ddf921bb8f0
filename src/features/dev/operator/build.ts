import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { isObject } from '../../../base/model/schema.js';
import { textAt } from '../../../base/model/json-at.js';
import { changedAt } from '../../../base/io/changed-at.js';
import { refuse } from '../reporting.js';
import type { Guard } from './guard.js';
import { startProgram } from './process.js';

/** The bundle that the script `build` of a project writes. */
export const bundle = 'dist/main.mjs';

/** The result of a build. */
export interface Build {
  readonly isDone: boolean;
  /** Whether it has written the bundle. */
  readonly isWritten: boolean;
  /** The last lines that it has printed. */
  readonly lines: readonly string[];
  readonly milliseconds: number;
}

/** Milliseconds after which a build takes long. */
export const longBuild = 10_000;

/** The treatment of a build that takes long, because it hangs or waits for input. */
export interface LongBuild {
  /** Is called with a command that has not ended for that long. */
  readonly onSlow: (command: string) => void;
  /** Ends the build, because of a later change. */
  readonly signal: AbortSignal;
}

/** Lines of a build that are kept. */
const mostLines = 40;

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs the script `build` of package.json as npm does, without npm, which takes longer than the build. @throws DiagnosticsError */
export async function build(root: string, env: Environment, guard: Guard, long: LongBuild): Promise<Build> {
  const commands = buildScripts(root);
  const lines: string[] = [];
  const before = changedAt(join(root, bundle));
  const begin = performance.now();
  for (const command of commands) {
    const running = startProgram(
      { command, args: [], isLine: true, cwd: root, env: withPrograms(root, env) },
      guard,
      (line) => {
        if (line.trim() === '') return;
        lines.push(line);
        if (lines.length > mostLines) lines.shift();
      },
    );
    const slow = setTimeout(() => long.onSlow(command), longBuild);
    const stop = (): void => running.stop();
    long.signal.addEventListener('abort', stop, { once: true });
    const { code } = await running.ended;
    clearTimeout(slow);
    long.signal.removeEventListener('abort', stop);
    if (code !== 0) return { isDone: false, isWritten: false, lines, milliseconds: performance.now() - begin };
  }
  return {
    isDone: true,
    isWritten: changedAt(join(root, bundle)) !== before,
    lines,
    milliseconds: performance.now() - begin,
  };
}

/** Returns the scripts that `npm run build` runs. */
function buildScripts(root: string): readonly string[] {
  const scripts = scriptsOf(root);
  if (textAt(scripts, 'build') === '') refuse('build-script-missing', {});
  return ['prebuild', 'build', 'postbuild'].map((name) => textAt(scripts, name)).filter((each) => each !== '');
}

function scriptsOf(root: string) {
  try {
    const content: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return isObject(content) ? content['scripts'] : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the environment in which npm runs scripts, as far as they find the programs of installed packages. */
function withPrograms(root: string, env: Environment): Environment {
  const folders: string[] = [];
  for (let folder = root; folder !== dirname(folder); folder = dirname(folder)) {
    folders.push(join(folder, 'node_modules', '.bin'));
  }
  return { ...env, PATH: [...folders, dirname(process.execPath), env['PATH'] ?? ''].join(delimiter) };
}

/** Returns a text that changes with the bundle; empty if there is none. */
export function bundleDigest(root: string): string {
  try {
    return createHash('sha256')
      .update(readFileSync(join(root, bundle)))
      .digest('hex');
  } catch {
    return '';
  }
}
