import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProject, type ExampleProject } from '../support/example-operator.js';
import { full } from '../support/few.js';
import { scaffoldGolden } from '../support/scaffold-golden.js';
import { testRunOf } from '../support/test-run.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();

const course = '--group shop --kind Course --version';
const commands = [
  'init --domain example.com --project-name shared --multigroup --namespaced --skip-install',
  `create api ${course} v1beta1`,
  `create api ${course} v1 --no-controller`,
  `create webhook ${course} v1 --conversion --spoke v1beta1`,
  `create webhook ${course} v1 --defaulting --programmatic-validation`,
  `create api ${course} v1 --controller-name course-backup`,
  'create api --group store --version v1 --kind Cache --image example.com/cache:1.6',
  'create api --group fleet --version v1 --kind Admiral --no-namespaced',
  'create api --group fleet --version v1 --kind Admiral --no-namespaced --controller-name second',
  'create api --group fleet --version v1 --kind Buoy --ssa',
];

/** Rules that the samples follow, and that an object with a name or with fields of the test itself would break. */
const rules = {
  'store/v1/cache': "self.metadata.name.endsWith('-sample') && self.spec.owner == 'me'",
  'fleet/v1/admiral': "self.metadata.name == 'admiral-sample'",
  'fleet/v1/buoy': "self.metadata.name.startsWith('buoy-')",
};

/** Adds the rules to the types, and a required field to those of a scaffold with an image. */
async function addRules(folder: string): Promise<void> {
  for (const [name, rule] of Object.entries(rules)) {
    const types = join(folder, `src/api/${name}.types.ts`);
    const text = readFileSync(types, 'utf8')
      .replace('\n  Resource,', '\n  Resource,\n  XValidation,')
      .replace('\n@Resource(', () => `\n@XValidation({ rule: ${JSON.stringify(rule)} })\n@Resource(`)
      .replace('\n  size: Int32 = 1;', '$&\n\n  @Example("me")\n  owner!: string;')
      .replace('\n  ListMapKey,', '\n  Example,$&');
    writeFileSync(types, text);
  }
  await scaffoldGolden({ name: 'shared', commands: [['manifests']] }, folder);
}

/** A test file of a user: each of two has the same webhooks, which say from which file they were asked. */
const asked = (size: number): string => `
import { createClient, createLogger, createManager, type Client } from '@operator-gen/runtime';
import { joinTestEnvironment, type JoinedTestEnvironment } from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Course } from '../../../api/shop/v1/course.types.js';
import { Course as OldCourse } from '../../../api/shop/v1beta1/course.types.js';
import { registerWebhooks } from '../../../register.js';
import { CourseDefaulter, CourseValidator } from './course.webhook.js';

const stop = new AbortController();
let environment: JoinedTestEnvironment;
let client: Client;
let ended: Promise<void>;

beforeAll(async () => {
  environment = await joinTestEnvironment({
    crds: ['config/default'],
    webhooks: { paths: ['config/default'] },
  });
  console.log('asks ' + environment.url);
  vi.spyOn(CourseDefaulter.prototype, 'default').mockImplementation((one) => void (one.spec.size = ${size}));
  vi.spyOn(CourseValidator.prototype, 'validateCreate').mockImplementation(({ metadata: { name } }) => {
    if (name === 'bad') throw new Error('a bad name');
    return [];
  });
  const { config, webhookServerOptions: webhook } = environment;
  const manager = await createManager({ config, webhook, log: createLogger({ write: () => undefined }) });
  await registerWebhooks(manager);
  ended = manager.start(stop.signal);
  await vi.waitFor(manager.webhookServer.startedChecker(), 10_000);
  client = createClient(environment.config);
});
afterAll(async () => {
  stop.abort();
  await ended;
  await environment.stop();
});

it('is asked, and converts', async () => {
  const metadata = { name: 'good', namespace: environment.namespace };
  const { spec } = await client.create(OldCourse, { metadata, spec: {} });
  expect(spec.size).toBe(${size});
  expect((await client.get(Course, metadata)).spec.size).toBe(${size});
  const bad = client.create(Course, { metadata: { ...metadata, name: 'bad' }, spec: {} });
  await expect(bad).rejects.toThrow('a bad name');
});
`;

describe.skipIf(!shared.available)('the tests of a scaffolded project', { timeout: 180_000 }, () => {
  let cluster: ControlPlaneAccess;
  let project: ExampleProject;

  const vitest = (env: Readonly<Record<string, string>>, ...args: string[]) =>
    execa('vitest', ['run', '--project', 'unit', ...args], {
      cwd: project.path,
      env: { KUBEBUILDER_ASSETS: cluster.assetsDirectory, NO_COLOR: '1', ...env },
      preferLocal: true,
      all: true,
      reject: false,
    });

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    project = await makeProject(cluster, async (folder) => {
      await scaffoldGolden({ name: 'shared', commands: commands.map((line) => line.split(' ')) }, folder);
      await addRules(folder);
    });
    for (const [index, name] of ['one', 'two'].entries()) {
      writeFileSync(join(project.path, `src/webhook/shop/v1/${name}.test.ts`), asked(index + 2));
    }
  });
  afterAll(() => project?.remove());

  it('share one control plane, in parallel: several kinds, webhooks, a conversion', async () => {
    const { exitCode, all } = await vitest({}, '--maxWorkers=3');
    expect(exitCode, all).toBe(0);
    expect(testRunOf(all)).toEqual({ passed: 30, skipped: 0 });
    const asks = [...all.matchAll(/^asks (.+)$/gm)].map(([, url]) => url);
    expect(asks).toHaveLength(2);
    expect(new Set(asks).size).toBe(1);
  });

  it('run one file alone, with an API server or without', async () => {
    const alone = await vitest({}, 'src/controller/shop/course.controller.test.ts');
    expect(testRunOf(alone.all), alone.all).toEqual({ passed: 3, skipped: 0 });
    const unit = await vitest({}, 'src/webhook/shop/v1/course.webhook.test.ts');
    expect(testRunOf(unit.all), unit.all).toEqual({ passed: 2, skipped: 0 });
  });

  full('run a file of before, and without the global setup', async () => {
    const config = readFileSync(join(project.path, 'vitest.config.ts'), 'utf8');
    const file = join(project.path, 'src/controller/store/cache.controller.test.ts');
    const test = readFileSync(file, 'utf8');
    const older = test
      .replaceAll('joinTestEnvironment', 'startTestEnvironment')
      .replaceAll('JoinedTestEnvironment', 'TestEnvironment')
      .replace('namespace: environment.namespace', "namespace: 'default'");
    expect(older).not.toMatch(/join/i);
    writeFileSync(file, older);
    writeFileSync(join(project.path, 'vitest.config.ts'), config.replace(/ *globalSetup: .*\n/, ''));
    const { all } = await vitest({}, 'src/controller/store', 'src/webhook/shop/v1/one.test.ts');
    expect(testRunOf(all), all).toEqual({ passed: 11, skipped: 0 });
    writeFileSync(file, test);
    writeFileSync(join(project.path, 'vitest.config.ts'), config);
  });

  it('are skipped where there are no programs, and say so', async () => {
    const { exitCode, all } = await vitest({ KUBEBUILDER_ASSETS: '/nowhere' }, 'src/controller');
    expect(exitCode, all).toBe(0);
    expect(all).toContain('Point KUBEBUILDER_ASSETS at a folder with etcd, kube-apiserver and kubectl');
    expect(testRunOf(all)).toEqual({ passed: 7, skipped: 18 });
  });

  full('run in an existing cluster', async () => {
    const env = { USE_EXISTING_CLUSTER: 'true', KUBECONFIG: cluster.kubeconfigPath };
    try {
      const { exitCode, all } = await vitest(env, 'src/controller/shop', 'src/webhook/shop/v1/one.test.ts');
      expect(exitCode, all).toBe(0);
      expect(all).toContain(`asks ${cluster.url}`);
    } finally {
      const crds = ['courses.shop', 'caches.store', 'admirals.fleet'].map((name) => `${name}.example.com`);
      await cluster.kubectl(['delete', 'crd', ...crds, '--ignore-not-found', '--wait=false']);
    }
  });
});
