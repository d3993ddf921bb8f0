import type { Session } from '../../../cli/framework/session.js';

/** The requests that a user can make while `dev` runs. */
export const requests = [
  'restart',
  'samples',
  'delete-samples',
  'conditions',
  'fix',
  'shell',
  'page',
  'help',
  'quit',
] as const;
export type Request = (typeof requests)[number];

/** The keys on a terminal. The last one is Ctrl-C, which a terminal in raw mode does not turn into a signal. */
const keys: Readonly<Record<string, Request>> = {
  r: 'restart',
  s: 'samples',
  d: 'delete-samples',
  t: 'conditions',
  f: 'fix',
  k: 'shell',
  p: 'page',
  '?': 'help',
  h: 'help',
  q: 'quit',
  '\u0003': 'quit',
  '\u0004': 'quit',
};

/** The help for a terminal. */
export const keyHelp =
  'r restart  s apply the samples  d delete the samples  t conditions  f rbac --fix  k shell with KUBECONFIG  p page  q quit';

/** The help for another input, which has a line for each request. */
export const lineHelp = `lines: ${requests.filter((each) => each !== 'shell').join(', ')}`;

/** The requests of the user. */
export interface Keys {
  /** Leaves the terminal to another program, and takes it back. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => void;
}

/** Reads keys from a terminal, or the names of requests from the lines of another input. */
export function readKeys(
  { context }: Session,
  onRequest: (request: Request) => void,
  onUnknown: (line: string) => void,
): Keys {
  const { stdin } = context;
  const terminal = stdin.isTTY === true ? (stdin as NodeJS.ReadStream) : undefined;
  let line = '';
  const onData = (chunk: Buffer): void => {
    const text = chunk.toString('utf8').slice(0, 1000);
    if (terminal !== undefined) {
      for (const key of text) if (Object.hasOwn(keys, key)) onRequest(keys[key]!);
      return;
    }
    const lines = (line + text).split('\n');
    line = lines.pop()!.slice(0, 100);
    for (const each of lines) {
      const word = each.trim();
      const request = requests.find((name) => name === word) ?? (Object.hasOwn(keys, word) ? keys[word] : undefined);
      if (word !== '' && (request === undefined || request === 'shell')) onUnknown(word);
      else if (request !== undefined) onRequest(request);
    }
  };
  const resume = (): void => {
    terminal?.setRawMode(true);
    stdin.on('data', onData).resume();
  };
  const pause = (): void => {
    stdin.off('data', onData).pause();
    terminal?.setRawMode(false);
  };
  resume();
  stdin.on('error', () => {});
  return {
    pause,
    resume,
    close: () => {
      pause();
      (stdin as Partial<NodeJS.ReadStream>).unref?.();
    },
  };
}
