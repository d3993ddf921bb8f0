import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createCertificateAuthority,
  type CertificateAuthority,
} from '../../runtime/src/testing/environment/certificate-authority.js';
import { freePort } from '../../runtime/src/testing/environment/ports.js';
import { runCommandLines } from '../support/command-lines.js';
import { eventually } from '../support/eventually.js';
import { makeProject, type ExampleProject } from '../support/example-operator.js';
import { startOperator, type OperatorProcess } from '../support/operator-process.js';
import { isFull } from '../support/seed.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedControlPlane } from './control-plane/shared.js';
import { story } from '../support/story.js';

const shared = await sharedControlPlane();

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly [key: string]: any;
}

const kindNamed = 'webhook --version v1 --kind CarPark';

/** The commands of a user, and then a line of logic in each place that they made for one. */
async function makeCarParks(path: string, projectName: string, domain: string, certificates: string): Promise<void> {
  const commands = [
    `init --domain ${domain} --project-name ${projectName} --skip-install --enable network-policy`,
    'create api --version v1 --kind CarPark',
    'create api --version v2 --kind CarPark --no-controller',
    `create ${kindNamed} --defaulting --certificates ${certificates}`,
    `create ${kindNamed} --programmatic-validation`,
    `create ${kindNamed} --conversion --spoke v2`,
    'create webhook --group core --version v1 --kind Pod --defaulting',
  ];
  const lines = commands.map((line) => line.split(' '));
  await runCommandLines(path, lines, { CI: 'true' });

  const edit = (file: string, ...replacements: readonly (readonly [string, string])[]): void => {
    const text = readFileSync(join(path, file), 'utf8');
    const edited = replacements.reduce((before, [from, to]) => {
      if (!before.includes(from)) throw new Error(`${file} has no ${from}`);
      return before.replaceAll(from, to);
    }, text);
    writeFileSync(join(path, file), edited);
  };
  edit('src/api/v2/carpark.types.ts', ['size: Int32 = 1;', 'places: Int32 = 1;']);
  edit(
    'src/webhook/v2/carpark.conversion.ts',
    ['(spoke) => ({ ...spoke })', '({ spec, ...spoke }) => ({ ...spoke, spec: { size: spec.places } })'],
    ['(hub) => ({ ...hub })', '({ spec, ...hub }) => ({ ...hub, spec: { places: spec.size } })'],
  );
  edit(
    'src/webhook/v1/carpark.webhook.ts',
    ['import {\n', 'import {\n  field,\n  invalid,\n'],
    ['default(_carPark: CarPark)', 'default(carPark: CarPark)'],
    [
      '// Set fields that are missing, with ??=. The object is not validated yet: even its spec can be missing.',
      'carPark.metadata.labels = { defaulted: `${carPark.spec.size}` };',
    ],
    [
      'validateCreate(_carPark: DeepReadonly<CarPark>): Warnings {',
      `validateCreate({ metadata, spec: { size } }: DeepReadonly<CarPark>): Warnings {
    if (size > 9) throw invalid(CarPark, metadata.name, [field.invalid('spec.size', size, 'there is no room')]);`,
    ],
  );
  edit(
    'src/webhook/v1/pod.webhook.ts',
    ["sideEffects: 'None',", "sideEffects: 'None',\n  namespaceSelector: { matchLabels: { asked: 'yes' } },"],
    ['default(_pod: Pod)', 'default(pod: Pod)'],
    [
      '// Set fields that are missing, with ??=. The object is not validated yet: even its spec can be missing.',
      "pod.metadata.labels = { ...pod.metadata.labels, parked: 'yes' };",
    ],
  );
  await runCommandLines(path, [['manifests']]);
}

// The API server calls what the commands made, over TLS, and the operator has its generated permissions and no other.
describe
  .skipIf(!shared.available)
  .each([
    { certificates: 'self-signed', domain: 'garages.example.com' },
    ...(isFull ? ([{ certificates: 'cert-manager', domain: 'parking.example.com' }] as const) : []),
  ])('webhooks with a certificate of $certificates', { ...story, timeout: 60_000 }, ({ certificates, domain }) => {
  const projectName = `${certificates}-operator`;
  const service = `${projectName}-webhook-service`;
  let cluster: ControlPlaneAccess;
  let project: ExampleProject;
  let operator: OperatorProcess;
  let port: number;
  /** What config/default is, and what of it can be applied here. */
  let built: readonly KubernetesObject[];

  const ofKind = (kind: string): readonly KubernetesObject[] => built.filter((each) => each.kind === kind);
  const one = (kind: string, name: string): KubernetesObject =>
    ofKind(kind).find(({ metadata }) => metadata.name === `${projectName}-${name}`)!;
  const apply = (objects: readonly object[], ...flags: string[]): Promise<string> =>
    cluster.kubectl(['apply', '--server-side', '--force-conflicts', ...flags, '-f', '-'], {
      input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
    });
  const manager = (): any => one('Deployment', 'controller-manager')['spec'].template.spec.containers[0];
  /** The arguments of the manager, as the kubelet gives them to the process: with the values of variables for `$(NAME)`. */
  const managerArguments = (): readonly string[] => {
    const { args, env } = manager();
    const valueOf = (name: string): string | undefined => env.find((each: any) => each.name === name)?.value;
    return args.map((each: string) => each.replace(/\$\((\w+)\)/g, (whole, name) => valueOf(name) ?? whole));
  };

  /** The CA of a certificate that is given as cert-manager would, and the folder that it is mounted in. */
  let authority: CertificateAuthority;
  let mounted: string;

  /** As it would be in a cluster that has a network of Services: the address is this machine's, the name stays. */
  function reachable(object: KubernetesObject): KubernetesObject {
    const caBundle = certificates === 'cert-manager' ? Buffer.from(authority.cert).toString('base64') : undefined;
    const aim = (clientConfig: any): object => ({
      ...clientConfig,
      service: { ...clientConfig.service, port },
      ...(caBundle === undefined ? {} : { caBundle }),
    });
    if (object.kind === 'Service' && object.metadata.name === service)
      return { ...object, spec: { type: 'ExternalName', externalName: 'localhost' } };
    if (object.kind.endsWith('WebhookConfiguration')) {
      const webhooks = object['webhooks'].map((each: any) => ({ ...each, clientConfig: aim(each.clientConfig) }));
      return { ...object, webhooks };
    }
    const conversion = object['spec']?.conversion;
    if (conversion === undefined) return object;
    const webhook = { ...conversion.webhook, clientConfig: aim(conversion.webhook.clientConfig) };
    return { ...object, spec: { ...object['spec'], conversion: { ...conversion, webhook } } };
  }

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    project = await makeProject(cluster, (path) => makeCarParks(path, projectName, domain, certificates));
    built = parseAllDocuments(await cluster.kubectl(['kustomize', join(project.path, 'config/default')])).map(
      (each) => each.toJS() as KubernetesObject,
    );
    port = await freePort();
    authority = createCertificateAuthority(projectName);
    mounted = join(project.path, 'mounted');
    mkdirSync(mounted);
    const issued = authority.issueServing(`${service}.${project.namespace}.svc`);
    writeFileSync(join(mounted, 'tls.crt'), issued.cert);
    writeFileSync(join(mounted, 'tls.key'), issued.key);
  });
  afterAll(async () => {
    await operator?.stop();
    project?.remove();
    // The next operator has webhooks for the same Pods, and this one answers no longer.
    const kinds = ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'];
    await cluster?.kubectl(['delete', kinds.join(), '--all']);
  });

  it('are a project that is up to date, type-checks and lints, and its conversion loses nothing', async () => {
    expect(await project.run('operator-gen', 'check')).toBe('');
    await project.run('npx', 'prettier', '--write', 'src');
    await project.run('npm', 'run', '--silent', 'lint');
    expect(await project.run('npm', 'test', '--silent', '--', 'converter')).toMatch(/1 passed/);
  });

  it('say who asks, where and with which names', () => {
    const injected = built.filter(({ metadata }) => metadata.annotations?.['cert-manager.io/inject-ca-from']);
    const named = injected.map(
      ({ kind, metadata }) => `${kind} ${metadata.annotations!['cert-manager.io/inject-ca-from']}`,
    );
    const secret = manager().volumeMounts.length;
    if (certificates === 'cert-manager') {
      const from = `${project.namespace}/${projectName}-serving-cert`;
      expect(named.toSorted()).toEqual([
        `CustomResourceDefinition ${from}`,
        `MutatingWebhookConfiguration ${from}`,
        `ValidatingWebhookConfiguration ${from}`,
      ]);
      const { spec } = one('Certificate', 'serving-cert') as any;
      const name = `${service}.${project.namespace}.svc`;
      expect(spec.dnsNames).toEqual([name, `${name}.cluster.local`]);
      expect(spec.issuerRef.name).toBe(one('Issuer', 'selfsigned-issuer').metadata.name);
      expect(secret).toBe(1);
      expect(one('Deployment', 'controller-manager')['spec'].template.spec.volumes[0].secret.secretName).toBe(
        spec.secretName,
      );
    } else {
      expect(named).toEqual([]);
      expect(built.filter(({ apiVersion }) => apiVersion.startsWith('cert-manager.io'))).toEqual([]);
      expect(secret).toBe(0);
      const rules = one('Role', 'webhook-certificate-role')['rules'];
      expect(rules[0].resourceNames).toEqual([one('Secret', 'webhook-service-cert').metadata.name]);
      const { rules: all } = one('ClusterRole', 'webhook-configurations-role') as any;
      const changeable = all
        .filter(({ verbs }: any) => verbs.includes('patch'))
        .flatMap(({ resourceNames }: any) => resourceNames);
      expect(changeable).toEqual([
        one('MutatingWebhookConfiguration', 'mutating-webhook-configuration').metadata.name,
        one('ValidatingWebhookConfiguration', 'validating-webhook-configuration').metadata.name,
        `carparks.${domain}`,
      ]);
    }
    for (const { webhooks } of [...ofKind('MutatingWebhookConfiguration'), ...ofKind('ValidatingWebhookConfiguration')])
      for (const { clientConfig } of webhooks)
        expect(clientConfig.service).toMatchObject({ name: service, namespace: project.namespace });
  });

  it('listen where the Service and the network policy lead to', async () => {
    const policies = parseAllDocuments(
      await cluster.kubectl(['kustomize', join(project.path, 'config/network-policy')]),
    );
    const policy = policies
      .map((each) => each.toJS())
      .find(({ metadata }) => metadata.name === 'allow-webhook-traffic');
    const { containerPort } = manager().ports.find(({ name }: any) => name === 'webhook-server');
    expect(policy.spec.ingress[0].ports).toEqual([{ port: containerPort, protocol: 'TCP' }]);
    expect(policy.spec.ingress[0]).not.toHaveProperty('from');
    expect(one('Service', 'webhook-service')['spec'].ports[0]).toMatchObject({ port: 443, targetPort: containerPort });
    expect(await project.run('node', 'dist/main.mjs', '--help')).toMatch(
      new RegExp(`--webhook-port <port>[^(]*[(]default: ${containerPort}`),
    );
  });

  it('are accepted by the API server, and the operator starts with the flags and permissions that it is given', async () => {
    const ours = built.filter(({ apiVersion }) => !apiVersion.startsWith('cert-manager.io'));
    await apply(ours.filter(({ kind }) => kind === 'Namespace'));
    await apply(ours, '--dry-run=server');
    await apply(ours.map(reachable));
    // kubectl fails for a definition without any condition yet.
    const wait = ['wait', '--for=condition=Established', `crd/carparks.${domain}`, '--timeout=20s'];
    await eventually(() => cluster.kubectl(wait));
    const kubeconfig = await cluster.serviceAccountKubeconfig(project.namespace, `${projectName}-controller-manager`);
    const given = managerArguments().map((arg) => arg.replace(/^(--webhook-cert-path=).*/, `$1${mounted}`));
    operator = startOperator(join(project.path, 'dist/main.mjs'), [
      ...given,
      `--kubeconfig=${kubeconfig}`,
      `--leader-election-namespace=${project.namespace}`,
      `--webhook-service-namespace=${project.namespace}`,
      `--webhook-port=${port}`,
      '--health-probe-bind-address=127.0.0.1:0',
      '--metrics-bind-address=0',
    ]);
    await operator.waitForLine('serving webhooks');
    const probes = await operator.waitForLine('serving health probes');
    await eventually(async () => {
      const { status } = await fetch(`http://127.0.0.1:${String(probes['port'])}/readyz`);
      expect(status).toBe(200);
    });
  });

  const create = (version: string, name: string, spec: object): Promise<string> =>
    cluster.kubectl(['create', '-o', 'json', '-f', '-'], {
      input: JSON.stringify({ apiVersion: `${domain}/${version}`, kind: 'CarPark', metadata: { name }, spec }),
    });
  const get = async (version: string, name: string): Promise<any> =>
    JSON.parse(await cluster.kubectl(['get', `carparks.${version}.${domain}/${name}`, '-o', 'json']));

  it('fill in what is left out', async () => {
    const made = await eventually(() => create('v1', 'small', {}));
    expect(JSON.parse(made).metadata.labels).toEqual({ defaulted: '1' });
  });

  it('refuse what the schema lets through, and name the field', async () => {
    await expect(create('v1', 'large', { size: 10 })).rejects.toMatchObject({
      stderr: expect.stringMatching(/spec\.size: Invalid value: 10: there is no room/),
    });
  });

  it('convert between the versions, whichever an object is written in', async () => {
    await create('v2', 'other', { places: 3 });
    expect(await get('v1', 'other')).toMatchObject({ apiVersion: `${domain}/v1`, spec: { size: 3 } });
    expect(await get('v2', 'small')).toMatchObject({ apiVersion: `${domain}/v2`, spec: { places: 1 } });
    // The webhooks of v1 are asked about v2, too.
    await expect(create('v2', 'large', { places: 10 })).rejects.toMatchObject({
      stderr: expect.stringMatching(/there is no room/),
    });
  });

  it('are asked about core types, in the namespaces that the marker selects', async () => {
    const containers = [{ name: 'main', image: 'example.com/nothing:1' }];
    const pod = async (namespace: string): Promise<any> => {
      // With its labels: the API server could not know yet of labels that come later.
      const labels = namespace.endsWith('asked') ? { asked: 'yes' } : {};
      const made = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } };
      await cluster.kubectl(['create', '-f', '-'], { input: JSON.stringify(made) });
      const input = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace }, spec: { containers } };
      const flags = ['-f', '-', '--dry-run=server', '-o', 'json'];
      return eventually(async () =>
        JSON.parse(await cluster.kubectl(['create', ...flags], { input: JSON.stringify(input) })),
      );
    };
    expect((await pod(`${projectName}-asked`)).metadata.labels).toEqual({ parked: 'yes' });
    expect((await pod(`${projectName}-other`)).metadata.labels).toBeUndefined();
  });

  it('are all that the operator may change of their sort', async () => {
    const user = `--as=system:serviceaccount:${project.namespace}:${projectName}-controller-manager`;
    const may = async (verb: string, what: string): Promise<boolean> => {
      // No is also the exit code.
      const answer = await cluster.kubectl(['auth', 'can-i', verb, what, user]).catch(({ stdout }) => String(stdout));
      return answer.trim() === 'yes';
    };
    const isOwn = certificates === 'self-signed';
    for (const sort of ['validating', 'mutating']) {
      const { name } = ofKind(`${sort[0]!.toUpperCase()}${sort.slice(1)}WebhookConfiguration`)[0]!.metadata;
      for (const verb of ['get', 'patch']) {
        expect(await may(verb, `${sort}webhookconfigurations/${name}`)).toBe(isOwn);
        expect(await may(verb, `${sort}webhookconfigurations/other`)).toBe(false);
      }
    }
    expect(await may('patch', `customresourcedefinitions/carparks.${domain}`)).toBe(isOwn);
    expect(await may('get', `customresourcedefinitions/carparks.${domain}`)).toBe(isOwn);
    expect(await may('patch', 'customresourcedefinitions/others.example.com')).toBe(false);
  });

  it('are served without a warning, and with no permission missing', async () => {
    expect(operator.lines.filter(({ level }) => level === 'error')).toEqual([]);
    const user = `system:serviceaccount:${project.namespace}:${projectName}-controller-manager`;
    expect(await cluster.auditEvents({ user, code: 403 })).toEqual([]);
    expect(await operator.stop()).toBe(0);
  });

  it("come to one's own machine while the operator runs there, and go back when it stops", async () => {
    const services = async (): Promise<readonly unknown[]> => {
      const name = one('ValidatingWebhookConfiguration', 'validating-webhook-configuration').metadata.name;
      const found = await cluster.kubectl(['get', 'validatingwebhookconfiguration', name, '-o', 'json']);
      return JSON.parse(found).webhooks.map(({ clientConfig }: any) => clientConfig.service ?? clientConfig.url);
    };
    const before = await services();
    const url = `https://localhost:${port}`;
    // As `make run WEBHOOK_URL=...`, with the administrator's own permissions.
    operator = startOperator(join(project.path, 'dist/main.mjs'), [
      `--kubeconfig=${cluster.kubeconfigPath}`,
      `--webhook-url=${url}`,
      `--webhook-port=${port}`,
      '--health-probe-bind-address=0',
    ]);
    await eventually(async () => expect(await services()).toEqual([expect.stringContaining(url)]));
    const made = await eventually(() => create('v2', 'local', { places: 2 }));
    expect(JSON.parse(made).metadata.labels).toEqual({ defaulted: '2' });
    expect(await operator.stop()).toBe(0);
    expect(await services()).toEqual(before);
  });

  it(
    'go back from a process that was killed when it is started again, with its URL or without',
    { timeout: 240_000 },
    async () => {
      const patience = 60_000;
      const kinds = {
        ValidatingWebhookConfiguration: one('ValidatingWebhookConfiguration', 'validating-webhook-configuration'),
        MutatingWebhookConfiguration: one('MutatingWebhookConfiguration', 'mutating-webhook-configuration'),
        CustomResourceDefinition: ofKind('CustomResourceDefinition')[0]!,
      };
      const targets = async (): Promise<readonly unknown[]> => {
        const found = Object.entries(kinds).map(async ([kind, { metadata }]) => {
          const { webhooks, spec } = JSON.parse(await cluster.kubectl(['get', kind, metadata.name, '-o', 'json']));
          const configs = webhooks?.map((each: any) => each.clientConfig) ?? [spec.conversion.webhook.clientConfig];
          return configs.map((config: any) => config.service ?? config.url);
        });
        return (await Promise.all(found)).flat();
      };
      const before = await targets();
      const url = `https://localhost:${port}`;
      const local = [`--kubeconfig=${cluster.kubeconfigPath}`, '--health-probe-bind-address=0'];
      const turn = async (): Promise<void> => {
        operator = startOperator(join(project.path, 'dist/main.mjs'), [
          ...local,
          `--webhook-url=${url}`,
          `--webhook-port=${port}`,
        ]);
        await operator.waitForLine('the API server trusts the webhooks', patience);
        expect(await targets()).toEqual(before.map(() => expect.stringContaining(url)));
      };
      const kill = async (): Promise<void> => {
        operator.kill('SIGKILL');
        await operator.ended();
      };
      await turn();
      await kill();
      await expect(create('v1', 'nobody-is-asked', {})).rejects.toThrow(/connection refused/);
      operator = startOperator(join(project.path, 'dist/main.mjs'), local);
      await eventually(async () => expect(await targets()).toEqual(before), patience);
      expect(await operator.stop()).toBe(0);
      await turn();
      await kill();
      await turn();
      expect(await operator.stop()).toBe(0);
      expect(await targets()).toEqual(before);
      // The same manifests can be applied again, without taking over the fields that were turned.
      const ours = built.filter(({ kind }) => kind in kinds).map(reachable);
      const flags = ['apply', '--server-side', '-f', '-'];
      await cluster.kubectl(flags, { input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: ours }) });
      if (certificates === 'cert-manager') return;
      await turn();
      await kill();
      const kubeconfig = await cluster.serviceAccountKubeconfig(project.namespace, `${projectName}-controller-manager`);
      operator = startOperator(join(project.path, 'dist/main.mjs'), [
        ...managerArguments(),
        `--kubeconfig=${kubeconfig}`,
        `--leader-election-namespace=${project.namespace}`,
        `--webhook-service-namespace=${project.namespace}`,
        `--webhook-port=${port}`,
        '--health-probe-bind-address=0',
        '--metrics-bind-address=0',
      ]);
      await eventually(async () => expect(await targets()).toEqual(before), patience);
      await eventually(() => create('v2', 'asked-again', { places: 4 }));
      expect(await operator.stop()).toBe(0);
    },
  );

  it('are not served where there is no certificate, as on one’s own machine', async () => {
    operator = startOperator(join(project.path, 'dist/main.mjs'), [
      `--kubeconfig=${cluster.kubeconfigPath}`,
      '--health-probe-bind-address=0',
    ]);
    await operator.waitForLine('controller started');
    expect(operator.lines.filter(({ msg }) => msg === 'serving webhooks')).toEqual([]);
    expect(await operator.stop()).toBe(0);
  });
});
