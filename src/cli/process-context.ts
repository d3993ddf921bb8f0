import type { ProcessContext } from './context.js';
import { exitCodes } from './exit-code.js';
import { NoCurrentFolder } from './no-current-folder.js';
import type { Operations } from './operations.js';

// Written here and not beside its type: --help pays for every module that is loaded.
/** The work behind every command. */
export const operations: Operations = {
  initialize: async () => (await import('../operations/init.js')).initialize,
  createApi: async () => (await import('../operations/create-api.js')).createApi,
  createWebhook: async () => (await import('../operations/create-webhook.js')).createWebhook,
  edit: async () => (await import('../operations/edit.js')).edit,
  deleteApi: async () => (await import('../operations/delete-api.js')).deleteApi,
  renameApi: async () => (await import('../operations/rename-api.js')).renameApi,
  deleteWebhook: async () => (await import('../operations/delete-webhook.js')).deleteWebhook,
  manifests: async () => (await import('../operations/manifests.js')).manifests,
  check: async () => (await import('../operations/check.js')).check,
  inspect: async () => (await import('../operations/inspect.js')).inspect,
  inspectMarkers: async () => (await import('../operations/inspect-markers.js')).inspectMarkers,
};

/** @throws NoCurrentFolder where the folder has been deleted */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new NoCurrentFolder('the current folder does not exist');
  }
}

/** The context of this process. Listens for Ctrl-C: the first one asks the command to stop, a second one kills. */
export function processContext(): ProcessContext {
  const interrupt = new AbortController();
  // Not `once`: execa's own listener ends the process where it finds no other one.
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
    stdout: process.stdout,
    stderr: process.stderr,
    operations,
    host: async () => (await import('../io/disk.js')).disk,
    memory: async (root) => (await import('../io/memory.js')).userMemory(process.env, root),
    runProgram: async (program, narration) => (await import('./programs.js')).runProgram(program, narration),
    interrupt: interrupt.signal,
  };
}
