import type { TestProject } from 'vitest/node';
import { buildCli } from './built.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the command line that is built once for all files of a project of vitest. */
    builtCli: string;
  }
}

/** For vitest's `globalSetup`: builds the command line, which each file copies. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const built = await buildCli();
  provide('builtCli', built.folder);
  return built.remove;
}
