import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';

/** Runs git to read from a repository, without running anything that the repository names. */
export type Git = (args: readonly string[], input?: string) => Promise<GitAnswer>;

/** The result of a git process. */
export interface GitAnswer {
  readonly isSuccess: boolean;
  readonly output: Buffer;
  /** The standard error of git, or the reason why it was ended. */
  readonly message: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Maximum size of an output, in bytes. */
const outputLimit = 96 * 1024 * 1024;
const messageLimit = 4096;
/** In milliseconds. */
const timeLimit = 30_000;

/**
 * Settings that a repository cannot override. With them, git starts no other program and opens no connection: a
 * repository can name programs for hooks, for file states and for transports, and in a partial clone, objects are
 * fetched as they are read. A repository that is hidden in the folders of another one is not used.
 */
const settings = [
  ...['-c', 'protocol.allow=never', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'],
  ...['-c', 'safe.bareRepository=explicit', '-c', 'core.alternateRefsCommand=', '--no-pager', '--no-replace-objects'],
];

/** Returns git for a folder; undefined if it is not installed. */
export function gitIn(folder: string, env: Env): Git | undefined {
  const program = programIn(folder, env);
  if (program === undefined) return undefined;
  return (args, input = '') => run(program, args, { folder, env, input });
}

interface GitRun {
  readonly folder: string;
  readonly env: Env;
  readonly input: string;
}

function run(program: string, args: readonly string[], { folder, env, input }: GitRun): Promise<GitAnswer> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let message = '';
    let ended: string | undefined;
    const child = spawn(program, [...settings, ...args], { cwd: folder, env: environment(env), windowsHide: true });
    const end = (reason: string): void => {
      ended ??= reason;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end(`it gave no answer within ${timeLimit / 1000} s`), timeLimit);
    const finish = (isSuccess: boolean): void => {
      clearTimeout(timer);
      resolve({
        isSuccess: isSuccess && ended === undefined,
        output: Buffer.concat(chunks),
        message: ended ?? message.trim(),
      });
    };
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > outputLimit) end('its output is too large');
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (message.length < messageLimit) message += chunk.toString();
    });
    child.on('error', (error) => {
      ended ??= error.message;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
    // It can end before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Variables that git needs. Variables such as GIT_DIR, which hooks set, would lead to another repository. */
const passed = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP'];

function environment(env: Env): Record<string, string | undefined> {
  return {
    ...Object.fromEntries(passed.map((name) => [name, env[name]])),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
  };
}

/** Returns the absolute path of git. Programs in the folder of a project, to which npm points PATH, are not started. */
function programIn(folder: string, { PATH = '' }: Env): string | undefined {
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  return PATH.split(delimiter)
    .filter((each) => isAbsolute(each) && !isInside(folder, each) && !each.split(/[\\/]/).includes('node_modules'))
    .map((each) => join(each, name))
    .find(isProgram);
}

function isInside(folder: string, path: string): boolean {
  const from = relative(folder, path);
  return !isAbsolute(from) && from.split(sep, 1)[0] !== '..';
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
