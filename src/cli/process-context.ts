import { keepCompiledModules } from '../io/compile-cache.js';
import type { ProcessContext } from './context.js';
import { directOutput } from './direct-output.js';
import { exitCodes } from './exit-code.js';
import { NoCurrentFolder } from './no-current-folder.js';

/**
 * Returns the working directory.
 * @throws NoCurrentFolder when the folder was deleted
 */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new NoCurrentFolder('the current folder does not exist');
  }
}

/**
 * Returns the context of this process, which handles Ctrl-C: the first one asks the command to stop, a second one
 * exits.
 */
export function processContext(): ProcessContext {
  const interrupt = new AbortController();
  // Not `once`: execa's own listener ends the process if there is no other one.
  process.on('SIGINT', () => {
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
    interrupt.abort();
  });
  return {
    argv: process.argv.slice(2),
    get cwd() {
      return currentFolder();
    },
    env: process.env,
    get stdin() {
      return process.stdin;
    },
    get terminal() {
      return process.stdout;
    },
    stdout: directOutput(1) ?? process.stdout,
    stderr: directOutput(2) ?? process.stderr,
    host: async () => (await import('../io/disk.js')).disk,
    memory: async (root) => (await import('../memory/memory.js')).userMemory(process.env, root),
    upstream: async (root) => (await import('../upstream/process-upstream.js')).processUpstream(process.env, root),
    keepCode: () => keepCompiledModules(process.env),
    runProgram: async (program, narration) => (await import('./programs.js')).runProgram(program, narration),
    interrupt: interrupt.signal,
  };
}
