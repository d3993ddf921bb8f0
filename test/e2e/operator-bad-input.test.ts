import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../runtime/src/client/create-client.js';
import { ConfigMap } from '../../runtime/src/k8s/core/v1.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../../runtime/src/testing/index.js';
import { eventually } from '../support/eventually.js';
import { bundleOf } from '../support/bundle.js';
import { few } from '../support/few.js';
import { startOperator, type OperatorProcess } from '../support/operator-process.js';
import { plantedSecrets } from '../support/planted-secrets.js';
import { makeTemporaryFolder } from '../support/tree.js';

// What a person who starts an operator wrongly, or in the wrong surroundings, gets to read; and whether it lives on.

const assets = await findTestAssets();
const crds = fileURLToPath(new URL('../../examples/foo/config/crd/bases', import.meta.url));
const nowhere = { KUBECONFIG: '', KUBERNETES_SERVICE_HOST: '', HOME: '/nowhere' };
const often = { timeout: 20_000, interval: 50 };

describe('an operator', { timeout: 30_000 }, () => {
  const folder = makeTemporaryFolder();
  afterAll(folder.remove);
  const bundle = bundleOf(new URL('../../examples/foo/src/main.ts', import.meta.url));

  // Where users have secrets, these cases have one that is nowhere else: no line of any operator has a part of it.
  const { plant, leakedInto } = plantedSecrets();
  const operators: OperatorProcess[] = [];
  afterEach(() => {
    const texts = operators.splice(0).map(({ lines }) => JSON.stringify(lines));
    for (const text of texts) if (leakedInto(text).length > 0) throw new Error(`a secret is in the log: ${text}`);
  });

  const start = (flags: readonly string[], env: Readonly<Record<string, string>> = {}): OperatorProcess => {
    const operator = startOperator(bundle, flags, { ...nowhere, ...env });
    operators.push(operator);
    onTestFinished(async () => {
      operator.kill('SIGKILL');
      await operator.ended();
    });
    return operator;
  };
  const put = (name: string, text: string, mode = 0o600): string => {
    const path = join(folder.path, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };
  /** What a line says, whether it is a line of the log or not. */
  const said = ({ msg, error }: Record<string, unknown>): string =>
    [msg, (error as Error | undefined)?.message].filter(Boolean).join(': ');

  const kubeconfig = (part: object): string =>
    stringify({
      clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [{ name: 'jane', user: { token: plant() } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'jane' } }],
      'current-context': 'x',
      ...part,
    });

  describe('ends with one line that says what is wrong and what to do, when it is given', () => {
    interface Case {
      readonly flags?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      /** The text of a kubeconfig that is named by a flag. */
      readonly config?: string;
      readonly code: number;
      readonly says: string | RegExp;
    }
    const cases: Readonly<Record<string, Case>> = {
      'no kubeconfig': { code: 1, says: 'no cluster is configured: there is no kubeconfig at /nowhere/.kube/config' },
      'a kubeconfig that is not there': {
        flags: ['--kubeconfig=/nowhere/config'],
        code: 1,
        says: 'there is no kubeconfig at /nowhere/config',
      },
      'a KUBECONFIG that is not there': {
        env: { KUBECONFIG: '/nowhere/a' },
        code: 1,
        says: 'there is no kubeconfig at /nowhere/a',
      },
      'a kubeconfig that is not YAML': {
        config: 'clusters: [\n',
        code: 1,
        says: /config is not valid YAML: .* at line \d+, column \d+; correct it, or write it again$/,
      },
      'a kubeconfig with a tab before a token': {
        config: `users:\n- name: jane\n  user:\n\ttoken: ${plant()}\n`,
        code: 1,
        says: /config is not valid YAML: .* at line 4, column \d+; correct it, or write it again$/,
      },
      'a proxy that is not a URL, with a password': {
        config: kubeconfig({
          clusters: [{ name: 'c', cluster: { server: 'https://c', 'proxy-url': `http://jane:${plant()}@proxy:port` } }],
        }),
        code: 1,
        says: 'the proxy-url of the cluster "c" is not a valid URL: write http://host:port',
      },
      'a proxy of the environment that is not a URL': {
        config: kubeconfig({ clusters: [{ name: 'c', cluster: { server: 'https://192.0.2.1' } }] }),
        env: { HTTPS_PROXY: `http://jane:${plant()}@proxy:port` },
        code: 1,
        says: 'the environment variable HTTPS_PROXY is not a valid URL: write http://host:port',
      },
      'a URL for webhooks with a password': {
        flags: [`--webhook-url=https://jane:${plant()}@host:9443`],
        config: kubeconfig({}),
        code: 1,
        says: 'webhook.selfSigned: the url is not valid for webhooks: write https://, a host that',
      },
      'a kubeconfig that is a text': { config: 'hello', code: 1, says: 'is not a kubeconfig: it has no fields' },
      'an empty kubeconfig': { config: '', code: 1, says: 'no context is chosen' },
      'a context that does not exist': {
        config: kubeconfig({ 'current-context': 'prod' }),
        code: 1,
        says: 'the kubeconfig has no context "prod"; it has: x',
      },
      'a server that is not a URL': {
        config: kubeconfig({ clusters: [{ name: 'c', cluster: { server: '127.0.0.1:6443' } }] }),
        code: 1,
        says: /the server of the cluster "c" in \S+config must begin with https:\/\/ or http:\/\/$/,
      },
      'a flag that is mistyped': {
        flags: ['--leader-elec'],
        code: 2,
        says: /unknown option '--leader-elec' \(Did you mean .*--leader-elect.*\)/,
      },
      'a flag without its value': { flags: ['--kubeconfig'], code: 2, says: "'--kubeconfig <path>' argument missing" },
      'a word that is not a flag': { flags: ['start'], code: 2, says: 'too many arguments' },
      'a level that is none': {
        flags: ['--log-level=loud'],
        code: 2,
        says: "'--log-level <value>' argument 'loud' is invalid. Allowed choices are debug, info, warn, error.",
      },
      'a port that is none': {
        flags: ['--webhook-port=99999'],
        code: 2,
        says: "'--webhook-port <port>' argument '99999' is invalid. It is not between 0 and 65535.",
      },
      'an address that is none': {
        flags: ['--metrics-bind-address=8443'],
        config: kubeconfig({}),
        code: 2,
        says: "'--metrics-bind-address <address>' argument '8443' is invalid. It is not an address: write a port",
      },
      'a namespace that is none': {
        env: { WATCH_NAMESPACE: 'team-a team-b' },
        config: kubeconfig({}),
        code: 2,
        says: "value 'team-a team-b' from env 'WATCH_NAMESPACE' is invalid. They are not namespaces: write",
      },
      'leader election outside of a namespace': {
        flags: ['--leader-elect=true'],
        config: kubeconfig({}),
        code: 1,
        says: 'this process does not run in a Pod; pass --leader-election-namespace',
      },
    };
    it.each(Object.entries(cases))('%s', async (_, { flags = [], env = {}, config, code, says }) => {
      const named = config === undefined ? [] : [`--kubeconfig=${put('config', config)}`];
      const operator = start(['--health-probe-bind-address=0', ...named, ...flags], env);
      expect(await operator.ended()).toBe(code);
      expect(operator.lines.map(said)).toEqual([expect.stringMatching(says)]);
    });

    it('a port that is taken', async () => {
      const taken = createServer().listen(0, '127.0.0.1');
      onTestFinished(() => void taken.close());
      await eventually(() => expect(taken.listening).toBe(true));
      const { port } = taken.address() as AddressInfo;
      const flags = [`--kubeconfig=${put('config', kubeconfig({}))}`, `--health-probe-bind-address=127.0.0.1:${port}`];
      const operator = start(flags);
      expect(await operator.ended()).toBe(1);
      expect(operator.lines.map(said)).toEqual([
        expect.stringMatching(/another process already uses this address; .* with --health-probe-bind-address/),
      ]);
    });
  });

  describe.skipIf(!assets.found && process.env['CI'] !== 'true')('lives on', () => {
    let environment: TestEnvironment;
    beforeAll(async () => {
      environment = await startTestEnvironment();
    }, 120_000);
    afterAll(() => environment?.stop());

    /** The administrator's kubeconfig, with other credentials or another cluster. */
    const changed = (user: object | undefined, cluster: object = {}): string => {
      const { clusters, users, ...rest } = parse(readFileSync(environment.kubeconfigPath, 'utf8')) as {
        clusters: { name: string; cluster: object }[];
        users: { name: string; user: object }[];
      };
      return put(
        'config',
        stringify({
          ...rest,
          clusters: clusters.map((each) => ({ ...each, cluster: { ...each.cluster, ...cluster } })),
          users: users.map((each) => ({ ...each, user: user ?? each.user })),
        }),
      );
    };
    const run = async (path: string, ...flags: string[]) => {
      const operator = start([`--kubeconfig=${path}`, '--health-probe-bind-address=127.0.0.1:0', ...flags]);
      const { port } = await operator.waitForLine('serving health probes');
      const probe = async (name: string) => (await fetch(`http://127.0.0.1:${String(port)}/${name}`)).status;
      return { operator, probe, faults: () => operator.lines.filter(({ level }) => level === 'warn') };
    };
    const plugin = (command: string) => ({
      exec: { apiVersion: 'client.authentication.k8s.io/v1', command, interactiveMode: 'Never', installHint: 'get it' },
    });
    const script = (text: string) => plugin(put('plugin', `#!/bin/sh\n${text}\n`, 0o755));
    const expired = `x.${Buffer.from('{"exp":1500000000}').toString('base64url')}.y`;

    const credentials: Readonly<Record<string, readonly [user: () => object, says: RegExp]>> = {
      'a token that is refused': [
        () => ({ token: plant() }),
        /Unauthorized; the server does not accept the token of the user "admin" in \S+; renew it, or log in again$/,
      ],
      'a token that has expired': [() => ({ token: expired }), /: it expired at 2017-07-14T02:40:00\.000Z; renew it/],
      'no credential at all': [() => ({}), /no credential was sent: there is none in the user "admin" in \S+$/],
      'a plug-in that is missing': [
        () => plugin('no-such-plugin'),
        /no-such-plugin failed: there is no such program; install it, or .*\nget it$/,
      ],
      'a plug-in that fails': [() => script('echo log in >&2; exit 3'), /plugin failed: it ended with 3: log in\nget/],
      'a plug-in that prints what it was given': [
        () => {
          const { exec } = script('env >&2; echo "$@" >&2; echo "it failed" >&2; exit 3');
          return { exec: { ...exec, args: ['--secret', plant()], env: [{ name: 'PASSWORD', value: plant() }] } };
        },
        /plugin failed: it ended with 3: [^]*it failed\nget it$/,
      ],
      'a plug-in that answers with the wrong field': [
        () => script(`echo '${JSON.stringify({ apiVersion: 'v0', status: { token: plant() } })}'`),
        /plugin failed: it answered in another version, not in client\.authentication\.k8s\.io\/v1\nget it$/,
      ],
      'a plug-in that prints rubbish': [
        () => script(`echo ${plant()}`),
        /plugin failed: its answer is not JSON\nget it$/,
      ],
    };
    few(3).each(Object.entries(credentials))('with %s: says so once for each kind', async (_, [user, says]) => {
      const { operator, probe, faults } = await run(changed(user()));
      await vi.waitFor(() => expect(faults()).toHaveLength(2), often);
      // By then it has tried again, more than once.
      await sleep(1000);
      expect(faults().map(({ reason }) => reason)).toEqual([expect.stringMatching(says), expect.stringMatching(says)]);
      expect([await probe('healthz'), await probe('readyz')]).toEqual([200, 500]);
      expect(await operator.stop()).toBe(0);
    });

    it('with a plug-in that hangs, ends at once when it is stopped, and takes the plug-in with it', async () => {
      const pid = join(folder.path, 'pid');
      const { operator, probe } = await run(changed(script(`echo $$ > ${pid}; exec sleep 100`)));
      const started = await vi.waitFor(() => Number(readFileSync(pid, 'utf8') || Number.NaN), often);
      expect([await probe('healthz'), await probe('readyz')]).toEqual([200, 500]);
      const stopped = performance.now();
      expect(await operator.stop()).toBe(0);
      expect(performance.now() - stopped).toBeLessThan(30_000);
      await vi.waitFor(() => expect(() => process.kill(started, 0)).toThrow('ESRCH'), often);
    });

    it('where the server is not trusted, has another name, or is not there', async () => {
      const authority = changed(undefined, {
        'certificate-authority-data': undefined,
        'certificate-authority': undefined,
      });
      const untrusted = await run(authority);
      await vi.waitFor(() => expect(untrusted.faults()).toHaveLength(2), often);
      expect(untrusted.faults()[0]!['reason']).toMatch(/is not signed by .*; certificate-authority must contain/);
      await untrusted.operator.stop();
      const unknown = await run(changed(undefined, { server: 'https://no-such-host.invalid' }));
      await vi.waitFor(() => expect(unknown.faults()).toHaveLength(2), often);
      expect(unknown.faults()[0]!['reason']).toMatch(
        /no-such-host\.invalid; (the host name is unknown|the name could not)/,
      );
      await unknown.operator.stop();
    });

    it('where a permission is missing: gives the line to paste', async () => {
      const { operator, probe, faults } = await run(await environment.addUser({ name: 'jane' }));
      await vi.waitFor(() => expect(faults()).toHaveLength(2), often);
      const rules = faults().map(({ reason }) => /@Rbac\(.*\)$/.exec(String(reason))?.[0]);
      expect(new Set(rules)).toEqual(
        new Set([
          "@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['list', 'watch'] })",
          "@Rbac({ groups: ['samplecontroller.k8s.io'], resources: ['foos'], verbs: ['list', 'watch'] })",
        ]),
      );
      expect([await probe('healthz'), await probe('readyz')]).toEqual([200, 500]);
      expect(await operator.stop()).toBe(0);
    });

    it('where the server is down and the CustomResourceDefinition missing, until both are there', async () => {
      await environment.stopApiServer();
      const { operator, probe, faults } = await run(environment.kubeconfigPath);
      const reasons = () => faults().map(({ reason }) => String(reason));
      await vi.waitFor(() => expect(reasons()).toHaveLength(2), often);
      expect(reasons()[0]).toMatch(/connect ECONNREFUSED \S+; nothing listens there: is the API server up/);
      await environment.startApiServer();
      await vi.waitFor(() => expect(reasons().join('\n')).toContain('is the CustomResourceDefinition'), often);
      expect(reasons().at(-1)).toContain('CustomResourceDefinition foos.samplecontroller.k8s.io installed');
      expect([await probe('healthz'), await probe('readyz')]).toEqual([200, 500]);
      await environment.installCRDs(crds);
      await operator.waitForLine('controller started');
      expect(await probe('readyz')).toBe(200);
      expect(await operator.stop()).toBe(0);
    });
  });
});

describe.skipIf(!assets.found && process.env['CI'] !== 'true')(
  'a reconciler with a mistake',
  { timeout: 60_000 },
  () => {
    const bundle = bundleOf(new URL('../support/careless-operator.ts', import.meta.url));
    const failed = 'reconcile failed, to be tried again';
    const mistakes: Readonly<Record<string, RegExp>> = {
      throws: /^thrown at once$/,
      rejects: /^rejected$/,
      'throws-text': /^the reconcile threw 'no error at all', which is not an Error$/,
      'has-a-typo': /^Cannot read properties of undefined \(reading 'spec'\)$/,
      'returns-rubbish': /^a reconcile must return nothing or \{ requeueAfter: milliseconds \}, but returned 'done'$/,
      'returns-a-time-that-is-none': /but returned \{ requeueAfter: NaN \}$/,
      'changes-what-is-shared': /^Cannot add property changed, object is not extensible$/,
    };

    it('is reported with its position, is retried, and delays nothing else', async () => {
      await using environment = await startTestEnvironment();
      const client = createClient(environment.config);
      const create = (name: string) =>
        client.create(ConfigMap, { metadata: { name, namespace: 'default' }, data: { a: 'b' } });
      for (const name of [...Object.keys(mistakes), 'never-settles', 'forgets-an-await']) await create(name);
      const operator = startOperator(bundle, [environment.kubeconfigPath, 'default']);
      onTestFinished(() => operator.kill('SIGKILL'));
      const of = (name: string, message: string) =>
        operator.lines.filter((line) => line['name'] === name && line['msg'] === message);
      for (const [name, says] of Object.entries(mistakes)) {
        await vi.waitFor(() => expect(of(name, failed).length).toBeGreaterThan(1), often);
        const { error, reconcileID, namespace, controller } = of(name, failed)[0]!;
        expect(error).toMatchObject({ message: expect.stringMatching(says) });
        expect({ reconcileID, namespace, controller }).toMatchObject({
          reconcileID: expect.any(String),
          namespace: 'default',
          controller: 'configmap',
        });
        // The place in the author's own code, where there is one.
        if (!name.startsWith('returns')) expect((error as Error).stack).toMatch(/careless-operator\.ts|script\.mjs/);
      }
      await operator.waitForLine('unhandled promise rejection: an await is missing');
      await operator.waitForLine(
        'a reconcile continues although its signal was aborted; until it ends, its worker is busy and the object is not reconciled again',
      );
      expect(of('never-settles', failed)).toEqual([]);
      // With every mistake made, and a worker lost, what is right is still done.
      await create('right');
      await vi.waitFor(() => expect(of('right', 'reconciled')).toHaveLength(1), often);
      // What never settles is left behind, and the process says so.
      expect(await operator.stop()).toBe(1);
      expect(operator.lines.at(-1)).toMatchObject({
        msg: 'the operator ended',
        error: { message: expect.stringContaining('controller configmap (default/never-settles)') },
      });
    });
  },
);
