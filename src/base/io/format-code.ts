import { once } from 'node:events';
import nodeModule, { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Options } from 'prettier';
import { messageOf } from './message-of.js';

/** Time limit for one file, in seconds. Prettier takes 3 for code of 256 KiB that is hard for it. */
const longestFormat = 20;

/**
 * A file with code. Its name says whether the code is JSX; otherwise Prettier would test this with an expression that
 * takes quadratic time.
 */
interface CodeToFormat {
  readonly path: string;
  readonly content: string;
}

/** Formatted code, or the reason why it cannot be formatted. */
type FormattedCode = { readonly text: string } | Unformatted;

/** The reason that code is not formatted. */
interface Unformatted {
  readonly reason: string;
  /** Whether the code cannot be parsed: it has conflict markers, for example. */
  readonly isInvalid: boolean;
}

/** Code from an untrusted source can take Prettier any amount of time: in a thread it can be stopped, and Ctrl-C is handled. */
const thread = `
const { parentPort, workerData } = require('node:worker_threads');
if (workerData.cache !== undefined) require('node:module').enableCompileCache(workerData.cache);
const [{ format }, ...plugins] = workerData.modules.map((path) => require(path));
parentPort.on('message', ({ content, options }) => {
  format(content, { ...options, plugins }).then(
    (text) => parentPort.postMessage({ text }),
    ({ name, message }) => parentPort.postMessage({ reason: 'Prettier fails: ' + message, isInvalid: name === 'SyntaxError' }),
  );
});
`;

const modules = ['prettier/standalone', 'prettier/plugins/typescript', 'prettier/plugins/estree'];

/** Kept for the next file: starting it takes longer than formatting most files. It does not keep the process alive. */
let idle: Worker | undefined;

function startWorker(): Worker {
  const { resolve } = createRequire(import.meta.url);
  // Newer than the types of Node.js 20.
  const { getCompileCacheDir } = nodeModule as { readonly getCompileCacheDir?: () => string | undefined };
  const workerData = { cache: getCompileCacheDir?.(), modules: modules.map((each) => resolve(each)) };
  return new Worker(thread, { eval: true, workerData, env: {}, execArgv: [] });
}

/** Formats files of TypeScript with Prettier, each within a time limit. */
export async function formatCode(
  files: readonly CodeToFormat[],
  options: Options,
  seconds = longestFormat,
): Promise<readonly FormattedCode[]> {
  const all: FormattedCode[] = [];
  for (const { path, content } of files) {
    const message = { content, options: { ...options, endOfLine: 'lf', parser: 'typescript', filepath: path } };
    all.push(await answerTo(message, seconds));
  }
  return all;
}

async function answerTo(message: object, seconds: number): Promise<FormattedCode> {
  const worker = idle ?? startWorker();
  idle = undefined;
  const signal = AbortSignal.timeout(seconds * 1000);
  try {
    worker.ref();
    worker.postMessage(message, []);
    const [answer] = (await once(worker, 'message', { signal })) as [FormattedCode];
    worker.unref();
    idle = worker;
    return answer;
  } catch (error) {
    await worker.terminate();
    const isLate = signal.aborted;
    const reason = isLate ? `Prettier did not finish within ${seconds} s` : `Prettier fails: ${messageOf(error)}`;
    return { reason, isInvalid: false };
  }
}
