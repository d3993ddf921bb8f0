import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execa } from 'execa';
import { commands } from '../../src/commands.js';
import type { BuiltCli } from '../cli/framework/built.js';
import { cli, type Ran } from '../cli/framework/support.js';
import { cluster as program, programPath } from '../e2e/control-plane/programs.js';
import { makeTemporaryFolder, type TemporaryFolder } from './tree.js';

const run = promisify(execFile);

interface ClusterUserOptions {
  readonly built: BuiltCli;
  readonly isBuilt?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** A user with clusters of their own, in a folder that is removed at the end. */
export class ClusterUser {
  readonly home: TemporaryFolder = makeTemporaryFolder();
  readonly env: Readonly<Record<string, string>> = {
    PATH: process.env['PATH'] ?? '',
    HOME: this.home.path,
    XDG_STATE_HOME: join(this.home.path, 'state'),
    OPERATOR_GEN_CLUSTER: programPath(program.name),
    GOGC: '400',
  };
  readonly clusters = join(this.home.path, 'state/operator-gen/clusters');
  readonly #built: BuiltCli;
  readonly #isBuilt: boolean;

  /**
   * @param built the command line as it is shipped
   * @param isBuilt whether all commands are run with it, and not in the process of the test
   * @param env further variables
   */
  constructor({ built, isBuilt = false, env = {} }: ClusterUserOptions) {
    this.#built = built;
    this.#isBuilt = isBuilt;
    this.env = { ...this.env, ...env };
  }

  /** Runs `operator-gen cluster` with these words. */
  async cluster(words: string, env: Record<string, string> = {}): Promise<Pick<Ran, 'exitCode' | 'stdout' | 'stderr'>> {
    if (this.#isBuilt) {
      const { exitCode = -1, stdout, stderr } = await this.start(words, env);
      return { exitCode, stdout, stderr };
    }
    return cli(['cluster', ...words.split(' ')], { cwd: this.home.path, env: { ...this.env, ...env }, commands });
  }

  /** Runs the built `operator-gen cluster`, in a process of its own. */
  start(words: string, env: Record<string, string> = {}) {
    return execa(process.execPath, [this.#built.bin, 'cluster', ...words.split(' ')], {
      cwd: this.home.path,
      env: { ...this.env, ...env },
      extendEnv: false,
      reject: false,
    });
  }

  /** Runs a command that has to succeed, and returns its JSON. */
  async json(words: string, env: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const { exitCode, stdout, stderr } = await this.cluster(`${words} --output json`, env);
    if (exitCode !== 0) throw new Error(`${words}: ${stdout}${stderr}`);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  async kubectl(name: string, ...args: string[]): Promise<string> {
    const kubeconfig = join(this.clusters, name, 'kubeconfig');
    const cache = join(this.home.path, 'kubectl');
    const flags = [`--kubeconfig=${kubeconfig}`, `--cache-dir=${cache}`];
    return (await run(programPath('kubectl'), [...flags, ...args])).stdout;
  }

  async statusOf(name: string): Promise<Record<string, unknown>> {
    const { clusters } = (await this.json(`status ${name}`)) as { clusters: Record<string, unknown>[] };
    return clusters[0]!;
  }

  /** The process IDs of all processes of these clusters. */
  processes(): readonly number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => commandLineOf(pid).includes(this.clusters))
      .map(Number);
  }

  remove(): void {
    for (const pid of this.processes()) process.kill(pid, 'SIGKILL');
    this.home.remove();
  }
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The addresses that a process listens on, as /proc/net/tcp has them: https://docs.kernel.org/networking/proc_net_tcp.html */
export function listeningOf(pid: number): readonly string[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((protocol) =>
    readFileSync(`/proc/${pid}/net/${protocol}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A' && sockets.has(fields[9]!))
      .map((fields) => fields[1]!),
  );
}

/** Kills a process, if it has not ended. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
