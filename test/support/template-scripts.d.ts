// The types of a script of the templates, for tests that import the code that uses it.
declare module '*/hack/run.js' {
  interface Options {
    readonly timeoutMs?: number;
    readonly input?: string;
    readonly show?: boolean;
  }
  export function run(command: string, args: readonly string[], options?: Options): Promise<string>;
  export class RunError extends Error {
    readonly stderr: string;
  }
}
