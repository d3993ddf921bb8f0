import { execFile, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '../errors/config-error.js';
import type { Credential, CredentialSource } from '../transport/cluster-config.js';
import { foreignText } from '../errors/without-secrets.js';
import { isUsable } from './credential-expiry.js';

/**
 * `exec` section of a kubeconfig user:
 * https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 */
export interface ExecConfig {
  readonly apiVersion?: string;
  readonly command: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
  readonly installHint?: string;
  readonly provideClusterInfo?: boolean;
  readonly interactiveMode?: 'Never' | 'IfAvailable' | 'Always';
}

/** Cluster information that a plug-in can request. */
export type ClusterInfo = Readonly<Record<string, unknown>>;

export interface ExecOptions {
  /** Name of the user in error messages. */
  readonly origin?: string;
  /** Cluster information, passed to the plug-in if the kubeconfig requests it. */
  readonly cluster: ClusterInfo;
  /** Directory of the kubeconfig; a command with a relative path is resolved against it. */
  readonly folder: string;
  /** Maximum run time of the program in milliseconds; defaults to one minute. */
  readonly timeout?: number;
}

/** Output of a plug-in. See https://kubernetes.io/docs/reference/config-api/client-authentication.v1/ */
interface ExecCredential {
  readonly apiVersion?: string;
  readonly status?: {
    readonly token?: string;
    readonly clientCertificateData?: string;
    readonly clientKeyData?: string;
    readonly expirationTimestamp?: string;
  };
}

interface Known {
  readonly credential: Credential;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** Monotonic milliseconds. */
  readonly obtainedAt: number;
}

const versions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

// Limit for the standard output and for the standard error of the program.
const mostBytes = 1024 * 1024;

const run = promisify(execFile);

/**
 * Creates a source of credentials from a program that the kubeconfig names. The program runs once for all waiting
 * requests, and again after its answer has expired.
 * @throws ConfigError immediately if the plug-in cannot be used here; from `get` if the program fails
 */
export function execCredential(config: ExecConfig, options: ExecOptions): CredentialSource {
  const apiVersion = config.apiVersion ?? versions[0]!;
  if (!config.command) throw new ConfigError(`${options.origin ?? 'a user'} has an exec part that names no command`);
  if (!versions.includes(apiVersion)) {
    throw new ConfigError(
      `the credential plug-in ${config.command} speaks ${apiVersion}; known are ${versions.join(', ')}`,
    );
  }
  if (config.interactiveMode === 'Always') {
    throw new ConfigError(
      `the credential plug-in ${config.command} requires a terminal, which an operator does not have`,
    );
  }
  let known: Known | undefined;
  let running: Promise<Known> | undefined;
  return {
    program: config.command,
    origin: `the credential plug-in ${config.command}${options.origin === undefined ? '' : `, which ${options.origin} uses`}`,
    get: async () => {
      if (known !== undefined && isUsable(known.expires, known.obtainedAt)) return known.credential;
      running ??= execute(config, apiVersion, options).finally(() => {
        running = undefined;
      });
      known = await running;
      return known.credential;
    },
    rejected: (credential) => {
      if (known !== undefined && isFrom(known.credential, credential)) known = undefined;
    },
  };
}

/**
 * Reports whether a credential was derived from this one; the user's own certificate can take precedence over that of
 * the plug-in.
 */
function isFrom(known: Credential, used: Credential): boolean {
  return known.token === undefined ? known.clientCertificate === used.clientCertificate : known.token === used.token;
}

async function execute(
  { command, args, env, installHint, provideClusterInfo }: ExecConfig,
  apiVersion: string,
  { cluster, folder, timeout = 60_000 }: ExecOptions,
): Promise<Known> {
  const spec = { interactive: false, ...(provideClusterInfo ? { cluster } : {}) };
  const variables = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
  const info = JSON.stringify({ apiVersion, kind: 'ExecCredential', spec });
  const program = /[/\\]/.test(command) ? resolve(folder, command) : command;
  try {
    const running = run(program, [...(args ?? [])], {
      env: { ...process.env, ...variables, KUBERNETES_EXEC_INFO: info },
      maxBuffer: mostBytes,
      killSignal: 'SIGKILL',
    });
    // No one can answer a prompt: a program that reads input gets end-of-file instead of waiting forever.
    running.child.stdin?.end();
    const letGo = endInTime(running.child, timeout);
    return read((await running.finally(letGo)).stdout, apiVersion);
  } catch (cause) {
    const hint = installHint === undefined ? '' : `\n${installHint}`;
    // Without the cause, which contains the command line and the complete output of the program.
    const reason = reasonOf(cause, timeout, () => secretsOf([...(args ?? [])].map(String), variables, cause));
    throw new ConfigError(`the credential plug-in ${command} failed: ${reason}${hint}`);
  }
}

/**
 * Kills a program that runs too long, or longer than this process. Its timer does not keep this process alive: a caller
 * that waits for the answer has its own time limit, which does. Returns a function to call when the program has ended.
 */
function endInTime(child: ChildProcess, timeout: number): () => void {
  // A program that ignores a softer signal would block every caller forever.
  const end = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(end, timeout).unref();
  child.unref();
  for (const pipe of [child.stdout, child.stderr]) (pipe as Socket | null)?.unref();
  process.once('exit', end);
  return () => {
    clearTimeout(timer);
    process.off('exit', end);
  };
}

function read(stdout: string, apiVersion: string): Known {
  const answer = parse(stdout);
  if (answer?.apiVersion === undefined)
    throw new AnswerError('its answer is not an ExecCredential: it has no apiVersion');
  if (answer.apiVersion !== apiVersion) {
    const version = versions.find((each) => each === answer.apiVersion) ?? 'another version';
    throw new AnswerError(`it answered in ${version}, not in ${apiVersion}`);
  }
  const { token, clientCertificateData, clientKeyData, expirationTimestamp } = answer.status ?? {};
  if (!token && !(clientCertificateData && clientKeyData)) {
    throw new AnswerError('it answered with neither a token nor a certificate and its key');
  }
  const expires = expirationTimestamp === undefined ? Infinity : Date.parse(expirationTimestamp);
  if (Number.isNaN(expires)) throw new AnswerError('its expirationTimestamp is not a time');
  const credential = {
    ...(token ? { token } : {}),
    ...(clientCertificateData && clientKeyData
      ? { clientCertificate: clientCertificateData, clientKey: clientKeyData }
      : {}),
  };
  return { credential, expires, obtainedAt: performance.now() };
}

function parse(stdout: string): ExecCredential | null {
  try {
    return JSON.parse(stdout) as ExecCredential | null;
  } catch {
    // The text may be a malformed token, and errors end up in logs.
    throw new AnswerError('its answer is not JSON');
  }
}

/** Error for an invalid answer of a program. */
class AnswerError extends Error {}

/** Failure of a program, as reported by Node. */
interface ProgramFailure {
  readonly killed?: boolean;
  readonly code?: string | number | null;
  readonly signal?: string | null;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** Returns a reason that is safe to show: Node's own messages contain the command line, or its invalid parts. */
function reasonOf(cause: unknown, timeout: number, secrets: () => readonly string[]): string {
  if (cause instanceof AnswerError) return cause.message;
  const { killed, code, signal, stderr = '' } = cause as ProgramFailure;
  if (killed) return `no answer in ${timeout} ms`;
  if (signal) return `it was ended by ${signal}`;
  if (code === 'ENOENT') return 'there is no such program; install it, or name it with its path (ENOENT)';
  if (code === 'EACCES') return 'it is not executable (EACCES)';
  if (typeof code === 'number') {
    return `it ended with ${code}: ${foreignText(stderr, secrets(), 1000, 'end') || 'it said nothing'}`;
  }
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return `it wrote more than ${mostBytes.toLocaleString('en-US')} bytes`;
  if (code?.startsWith('ERR_INVALID_ARG')) return 'an argument or a variable of it is not valid';
  return `it cannot be run${code ? ` (${code})` : ''}`;
}

/** Returns the input and output of a program that its error output may repeat. */
function secretsOf(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  cause: unknown,
): readonly string[] {
  const { stdout = '' } = cause as ProgramFailure;
  const inherited = Object.entries(process.env).filter(([name]) => secretName.test(name));
  const answered = [...stdout.matchAll(/[^\s"']{16,}/g)].map(([text]) => text);
  const told = [...secretArguments(args), ...Object.values(variables).map(String)];
  const all = [...told, ...inherited.map(([, value]) => value)].filter((each) => each !== undefined);
  return [...all, ...all.flatMap(partsOf), ...answered];
}

/** Returns all arguments except the names of flags, and except the first one if it is the name of a subcommand. */
function secretArguments(args: readonly string[]): readonly string[] {
  const [first = ''] = args;
  const others = /^[a-z][a-z-]{0,19}$/.test(first) ? args.slice(1) : args;
  return others.flatMap((arg) => {
    if (!arg.startsWith('-')) return [arg];
    const [, value] = /^-[^=]*=(.*)$/s.exec(arg) ?? [];
    if (value !== undefined) return [value];
    // The value of a short flag can follow it without a separator.
    return /^-+[a-zA-Z][a-zA-Z_-]*$/.test(arg) ? [] : [arg.replace(/^-[a-zA-Z]?/, '')];
  });
}

/** Returns the parts of a script, a list or an object that may be secrets on their own. */
function partsOf(value: string): readonly string[] {
  return value.split(/[\s"'=,;:{}[\]&|]+/).filter((part) => part.length >= 6 && /[^a-z_-]/.test(part));
}

/** Matches the names of variables with secret values. */
const secretName = /token|secret|pass|credential|private|cookie|jwt|_pwd|key$|_key_/i;
