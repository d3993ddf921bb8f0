import { keepCompiledModules } from '../../base/io/compile-cache.js';
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
 * Returns the handling of Ctrl-C. While no work handles it, the process has no listener, so that the system ends it at
 * once, even during a computation, when Node.js calls no listeners. Otherwise, the first Ctrl-C asks the command to
 * stop, and the second one exits.
 */
function interruption(): Pick<ProcessContext, 'interrupt' | 'heedInterrupt'> {
  const interrupt = new AbortController();
  let heeding = 0;
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
    interrupt.abort();
  };
  return {
    interrupt: interrupt.signal,
    heedInterrupt: async (work) => {
      // Not `once`: execa's own listener ends the process if there is no other listener.
      if (heeding === 0) process.on('SIGINT', onInterrupt);
      heeding += 1;
      try {
        return await work();
      } finally {
        // Delivers a signal that arrived while no promise was waiting, for example while files were written: between
        // the two immediates, the event loop polls once, which a timer does not guarantee on a busy machine.
        await new Promise<void>((resolve) => void setImmediate(() => setImmediate(resolve)));
        heeding -= 1;
        if (heeding === 0) process.off('SIGINT', onInterrupt);
      }
    },
  };
}

/** Returns the context of this process. */
export function processContext(): ProcessContext {
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
    host: async () => (await import('../../base/io/disk.js')).disk,
    memory: async (root) => (await import('../../base/memory/memory.js')).userMemory(process.env, root),
    helper: async (root) => (await import('../../base/helper/process-helper.js')).processHelper(process.env, root),
    keepCode: () => keepCompiledModules(process.env),
    runProgram: async (program, narration) => (await import('./programs.js')).runProgram(program, narration),
    ...interruption(),
  };
}
