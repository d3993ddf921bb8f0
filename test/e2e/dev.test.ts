import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { commands } from '../../src/commands.js';
import { buildCli, type BuiltCli } from '../cli/framework/built.js';
import { cli } from '../cli/framework/support.js';
import type { PageUpdate } from '../../src/features/dev/page/data.js';
import { ClusterUser } from '../support/cluster-user.js';
import { eventually } from '../support/eventually.js';
import { story } from '../support/story.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';
import { cluster as clusterProgram, programPath } from './control-plane/programs.js';

const program = programPath(clusterProgram.name);
const available = isExecutable(program);
const modules = resolve(import.meta.dirname, '../../node_modules');
const controller = 'src/controller/webserver.controller.ts';
const types = 'src/api/v1/webserver.types.ts';

/** A message of `dev --output json`. */
interface Told {
  readonly event?: string;
  readonly [field: string]: unknown;
}

const started: Dev[] = [];

/** `operator-gen dev` in a project, as a process. */
class Dev {
  readonly told: Told[] = [];
  readonly child: ChildProcess;
  #rest = '';
  #stderr = '';

  constructor(bin: string, cwd: string, env: ClusterUser['env'], words: readonly string[] = []) {
    this.child = spawn(process.execPath, [bin, 'dev', '--output', 'json', ...words], { cwd, env, stdio: 'pipe' });
    started.push(this);
    this.child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (this.#rest + chunk).split('\n');
      this.#rest = lines.pop()!;
      for (const line of lines) this.told.push(JSON.parse(line) as Told);
    });
    this.child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (this.#stderr += chunk));
  }

  /** Sends a line, as a tool does. */
  ask(request: string): void {
    this.child.stdin!.write(`${request}\n`);
  }

  /** Returns the first message after a number of others that has these fields. */
  hears(fields: object, from = 0): Promise<Told> {
    return eventually(() => {
      const found = this.told
        .slice(from)
        .find((each) => Object.entries(fields).every(([name, value]) => isDeepStrictEqual(each[name], value)));
      const last = this.told.slice(-15).map((each) => JSON.stringify(each));
      if (found === undefined)
        throw new Error(`${JSON.stringify(fields)} not in:\n${last.join('\n')}\n${this.#stderr}`);
      return found;
    });
  }

  async ends(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }
}

describe.skipIf(!available)('operator-gen dev', { ...story, timeout: 180_000 }, () => {
  let built: BuiltCli;
  let user: ClusterUser;
  let project: TemporaryFolder;
  let env: ClusterUser['env'];
  let dev: Dev;

  beforeAll(async () => {
    built = await buildCli();
    user = new ClusterUser({ built });
    ({ env } = user);
    project = makeTemporaryFolder();
    for (const line of [
      'init --project-name web-operator --domain example.com --skip-install',
      'create api --version v1 --kind WebServer',
      'create webhook --version v1 --kind WebServer --programmatic-validation --certificates self-signed',
    ]) {
      const { exitCode, stderr } = await cli(line.split(' '), { cwd: project.path, env, commands });
      if (exitCode !== 0) throw new Error(`${line}: ${stderr}`);
    }
    symlinkSync(modules, join(project.path, 'node_modules'));
  }, 180_000);
  afterAll(async () => {
    for (const each of started) each.child.kill('SIGKILL');
    await eventually(() => {
      if (processes().length > 0) throw new Error('processes are left');
    });
    await user.cluster('down web-operator');
    for (const each of [project, user, built]) each?.remove();
  });

  /** The process IDs of the operator of the project, of its builds and of what guards them. */
  function processes(): readonly string[] {
    return readdirSync('/proc').filter((pid) => {
      if (!/^\d+$/.test(pid)) return false;
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(user.home.path, 'state/operator-gen/dev/'));
      } catch {
        return false;
      }
    });
  }
  const edit = (path: string, from: string | RegExp, to: string): void => {
    const file = join(project.path, path);
    const before = readFileSync(file, 'utf8');
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${path} has no ${from}`);
    writeFileSync(file, after);
  };
  const kubectl = (...args: string[]): Promise<string> => user.kubectl('web-operator', ...args);
  const webhookConfigurations = () => kubectl('get', 'validatingwebhookconfigurations', '--output=name');

  it('reconciles a sample as the service account of the operator', async () => {
    dev = new Dev(built.bin, project.path, env, ['--samples']);
    await dev.hears({ event: 'cluster', state: 'created' });
    await dev.hears({
      event: 'started',
      account: 'system:serviceaccount:web-operator-system:web-operator-controller-manager',
    });
    await dev.hears({ event: 'samples', applied: ['WebServer webserver-sample'] });
    await dev.hears({
      event: 'reconciled',
      controller: 'webserver',
      object: 'default/webserver-sample',
      result: 'success',
    });
    expect(dev.told.filter(({ event }) => event === 'forbidden')).toEqual([]);
  });

  it('serves a page that shows what the operator does', async () => {
    const { url } = await dev.hears({ event: 'page' });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
    const update = (await (await fetch(`${String(url)}update?since=0&run=`)).json()) as PageUpdate;
    expect(update.isRunning).toBe(true);
    expect(update.objects[0]).toMatchObject({ controller: 'webserver', object: 'default/webserver-sample' });
    expect(update.samples.at(-1)!.queues).toMatchObject([{ controller: 'webserver' }]);
    expect(await (await fetch(`${String(url)}graph.svg`)).text()).toContain('webserver controller');
    expect((await fetch(new URL('/', String(url)))).status).toBe(403);
    const told = dev.told.length;
    dev.ask('page');
    expect(await dev.hears({ event: 'page' }, told)).toMatchObject({ url });
  });

  it('serves the webhooks of the project', async () => {
    expect(await webhookConfigurations()).toContain('web-operator-validating-webhook-configuration');
    const from = dev.told.length;
    edit(
      'src/webhook/v1/webserver.webhook.ts',
      /(validateUpdate\([^{]*\{\n)/,
      "$1    throw new Error('never again');\n",
    );
    await dev.hears({ event: 'ready' }, from);
    const labelled = kubectl('label', 'webservers', 'webserver-sample', 'a=b', '--overwrite');
    await expect(labelled).rejects.toThrow('never again');
    edit('src/webhook/v1/webserver.webhook.ts', "    throw new Error('never again');\n", '');
    await dev.hears({ event: 'ready' }, dev.told.length);
  });

  it('starts the operator again after a change of its code', async () => {
    const from = dev.told.length;
    edit(controller, "log.info('reconciling'", "log.info('reconciling once more'");
    await dev.hears({ event: 'log', message: 'reconciling once more' }, from);
    expect(dev.told.slice(from).filter(({ event }) => event === 'ended')).toHaveLength(1);
  });

  it('applies what a type generates', async () => {
    const from = dev.told.length;
    edit(types, 'export class WebServerSpec {\n', 'export class WebServerSpec {\n  colour?: string;\n');
    await dev.hears({ event: 'applied', applied: ['CustomResourceDefinition webservers.example.com'] }, from);
    expect(await kubectl('explain', 'webservers.spec')).toContain('colour');
  });

  it('applies a sample that has changed', async () => {
    const from = dev.told.length;
    edit('config/samples/_v1_webserver.yaml', 'metadata:\n', 'metadata:\n  annotations:\n    edited: once\n');
    await dev.hears({ event: 'samples', applied: ['WebServer webserver-sample'] }, from);
    expect(await kubectl('get', 'webservers', 'webserver-sample', '--output=yaml')).toContain('edited: once');
    expect(dev.told.slice(from).some(({ event }) => event === 'ended')).toBe(false);
  });

  it('keeps the last good operator if a change does not compile', async () => {
    const from = dev.told.length;
    edit(controller, 'export class', 'const x = ;\nexport class');
    await dev.hears({ event: 'refused', isOperatorRunning: true }, from);
    await kubectl('annotate', 'webservers', 'webserver-sample', 'still=here', '--overwrite');
    await dev.hears({ event: 'reconciled' }, from);
    expect(dev.told.slice(from).some(({ event }) => event === 'ended')).toBe(false);
    edit(controller, 'const x = ;\n', '');
  });

  it('keeps the last good operator if the API server rejects a definition', async () => {
    const from = dev.told.length;
    edit('PROJECT', 'namespaced: true', 'namespaced: false');
    edit(types, "plural: 'webservers' }", "plural: 'webservers', scope: 'Cluster' }");
    const { diagnostics } = await dev.hears({ event: 'refused', isOperatorRunning: true }, from);
    expect(diagnostics).toMatchObject([{ code: 'object-rejected', message: expect.stringContaining('immutable') }]);
    // The bundle has the rejected change by now.
    const rejected = dev.told.length;
    dev.ask('restart');
    await dev.hears({ event: 'refused', isOperatorRunning: true }, rejected);
    expect(dev.told.slice(from).some(({ event }) => event === 'ended')).toBe(false);
    edit('PROJECT', 'namespaced: false', 'namespaced: true');
    edit(types, ", scope: 'Cluster' }", ' }');
    await dev.hears({ event: 'built' }, dev.told.length);
  });

  it('shows the marker for a permission that the role lacks, and adds it on request', async () => {
    const from = dev.told.length;
    edit(
      controller,
      'import { Rbac }',
      "import { ConfigMap } from '@operator-gen/runtime/k8s/core/v1';\nimport { Rbac }",
    );
    edit(
      controller,
      /^( *)log\.info\(/m,
      `    await this.#client.apply(ConfigMap, { metadata: { name: request.name, namespace: request.namespace }, data: { a: 'b' } }, { fieldManager: 'web' });\n$1log.info(`,
    );
    const { marker } = await dev.hears(
      { event: 'forbidden', verb: 'patch', resource: 'configmaps', namespace: 'default' },
      from,
    );
    expect(marker).toEqual([`@Rbac({ groups: ['core'], resources: ['configmaps'], verbs: ['patch'] })`]);
    const { at } = await dev.hears({ event: 'failed', object: 'default/webserver-sample' }, from);
    expect(at).toMatch(/^src\/controller\/webserver\.controller\.ts:\d+:\d+$/);
    dev.ask('fix');
    await dev.hears({ event: 'reconciled', wrote: ['patch configmaps default/webserver-sample'] }, from);
    expect(readFileSync(join(project.path, controller), 'utf8')).toContain("resources: ['configmaps']");
  });

  it('says that a reconciler writes in a loop, and which field changes', async () => {
    const from = dev.told.length;
    edit(controller, "data: { a: 'b' }", 'data: { a: String(Math.random()) }');
    edit(controller, /^( *)log\.info\(/m, '    if (Date.now() > 0) return { requeueAfter: 50 };\n$1log.info(');
    const loop = await dev.hears({ event: 'loop' }, from);
    expect(loop).toMatchObject({ object: 'configmaps default/webserver-sample', fields: ['data.a'] });
  });

  it('starts an operator that crashes at its start again, and shows its last lines', async () => {
    const from = dev.told.length;
    edit('src/main.ts', 'await runOperator(', "if (Date.now() > 0) throw new Error('no start');\nawait runOperator(");
    const { lines } = await dev.hears({ event: 'ended', code: 1 }, from);
    const text = (lines as string[]).join('\n');
    expect(text).toContain('Error: no start\n');
    expect(text).toMatch(/^ +at .*src\/main\.ts:\d+:\d+\)?$/m);
    const printed = dev.told.slice(from).filter(({ event }) => event === 'printed');
    expect(`${text}${JSON.stringify(printed)}`).not.toContain('main.mjs');
    await dev.hears({ event: 'restarts', crashes: 2 }, from);
    edit('src/main.ts', "if (Date.now() > 0) throw new Error('no start');\n", '');
    await dev.hears({ event: 'ready' }, dev.told.length);
  });

  it('says how an operator has ended that prints nothing', async () => {
    const from = dev.told.length;
    edit('src/main.ts', 'await runOperator(', 'if (Date.now() > 0) process.exit(3);\nawait runOperator(');
    const ended = await dev.hears({ event: 'ended', code: 3 }, from);
    expect(ended).toMatchObject({ isWanted: false, lines: [] });
    edit('src/main.ts', 'if (Date.now() > 0) process.exit(3);\n', '');
    await dev.hears({ event: 'ready' }, dev.told.length);
  });

  it('says that a reconciler does not return, and ends it all the same', async () => {
    const from = dev.told.length;
    edit(
      controller,
      'if (Date.now() > 0) return { requeueAfter: 50 };',
      'if (Date.now() > 0) await new Promise(() => {});',
    );
    const slow = await dev.hears({ event: 'slow', object: 'default/webserver-sample' }, from);
    expect(slow['milliseconds']).toBeGreaterThanOrEqual(10_000);
    edit(controller, '    if (Date.now() > 0) await new Promise(() => {});\n', '');
    await dev.hears({ event: 'log', message: 'reconciling once more' }, from);
  });

  it('shows the conditions of the objects, and deletes the samples', async () => {
    const from = dev.told.length;
    dev.ask('conditions');
    const { rows } = await dev.hears({ event: 'conditions' }, from);
    expect(rows).toMatchObject([{ kind: 'WebServer', object: 'default/webserver-sample' }]);
    dev.ask('delete-samples');
    await dev.hears({ event: 'samples', deleted: ['WebServer webserver-sample'] }, from);
    expect(await kubectl('get', 'webservers', '--output=name')).toBe('');
  });

  it('runs once in a project', async () => {
    const other = new Dev(built.bin, project.path, env);
    expect(await other.ends()).toBe(1);
    expect(other.told).toMatchObject([{ ok: false, diagnostics: [{ code: 'dev-running' }] }]);
  });

  it('leaves no process and no credentials if it is killed', async () => {
    expect(processes()).not.toEqual([]);
    dev.child.kill('SIGKILL');
    await eventually(() => expect(processes()).toEqual([]));
    const folders = readdirSync(join(user.home.path, 'state/operator-gen/dev'), { recursive: true, encoding: 'utf8' });
    expect(folders.filter((path) => path.includes('run-'))).toEqual([]);
  });

  it('starts after it was killed, and cleans up when it ends', async () => {
    dev = new Dev(built.bin, project.path, env);
    await dev.hears({ event: 'cluster', state: 'already running' });
    await dev.hears({ event: 'ready' });
    dev.child.kill('SIGTERM');
    expect(await dev.ends()).toBe(0);
    expect(dev.told.at(-1)).toMatchObject({ ok: true, command: 'dev' });
    expect(processes()).toEqual([]);
    expect(readdirSync(join(user.home.path, 'state/operator-gen/dev'))).toEqual([]);
    expect(await webhookConfigurations()).toBe('');
    expect(await kubectl('get', 'serviceaccounts', '-n', 'web-operator-system', '-o', 'name')).toContain('manager');
  });

  it('ends with the npm that has started it', async () => {
    const words = [built.bin, 'dev', '--output', 'json'];
    const shell = spawn('/bin/sh', ['-c', '"$0" "$@" & wait', process.execPath, ...words], {
      cwd: project.path,
      env: { ...env, npm_command: 'exec' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    shell.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)));
    await eventually(() => expect(printed).toContain('"event":"ready"'));
    shell.kill('SIGKILL');
    await eventually(() => expect(processes()).toEqual([]));
  });

  it('ends if another command resets the cluster, and says so', async () => {
    dev = new Dev(built.bin, project.path, env);
    await dev.hears({ event: 'ready' });
    expect((await user.cluster('reset web-operator')).exitCode).toBe(0);
    expect(await dev.ends()).toBe(1);
    const { diagnostics } = dev.told.at(-1) as { readonly diagnostics?: unknown };
    expect(diagnostics).toMatchObject([{ code: 'cluster-lost' }]);
    expect(processes()).toEqual([]);
  });

  it('ends if its output is no longer read, also if a process of the operator has it', async () => {
    edit(
      'src/main.ts',
      'await runOperator(',
      "(await import('node:child_process')).spawn('sleep', ['60'], { detached: true, stdio: 'inherit' }).unref();\nawait runOperator(",
    );
    dev = new Dev(built.bin, project.path, env);
    await dev.hears({ event: 'ready' });
    dev.child.stdout!.destroy();
    dev.ask('conditions');
    expect(await dev.ends()).toBe(0);
    edit('src/main.ts', /^.*node:child_process.*\n/m, '');
  });

  it('deletes the cluster on request', async () => {
    dev = new Dev(built.bin, project.path, env, ['--down']);
    await dev.hears({ event: 'ready' });
    dev.ask('quit');
    expect(await dev.ends()).toBe(0);
    expect(existsSync(join(user.clusters, 'web-operator'))).toBe(false);
  });
});
