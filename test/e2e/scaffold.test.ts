import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parseAllDocuments } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goldenCases } from '../support/golden-cases.js';
import { isFull } from '../support/seed.js';
import { problemOfTestRun, testRunOf } from '../support/test-run.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';
import { accessControlPlane } from './control-plane/access.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();
const checkout = fileURLToPath(new URL('../..', import.meta.url));

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: { readonly conversion?: object };
}

/** Whether the API server would ask the operator, which does not run here: nobody could write any more. */
function asksOperator({ kind, spec }: Manifest): boolean {
  return kind.endsWith('WebhookConfiguration') || spec?.conversion !== undefined;
}

function withoutOperator(object: Manifest): readonly Manifest[] {
  if (!asksOperator(object)) return [object];
  if (object.kind !== 'CustomResourceDefinition') return [];
  const { conversion: _conversion, ...spec } = object.spec ?? {};
  return [{ ...object, spec }];
}

function listOf(items: readonly Manifest[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

/** `npm test` makes the project that has most of what the others have. */
const cases = goldenCases.filter(({ name }) => isFull || name === 'conversion');

// From the two tarballs, outside the checkout, with what npm brings and nothing else.
describe('a scaffolded project', { timeout: 300_000 }, () => {
  let tool: TemporaryFolder;
  let packages: TemporaryFolder;

  beforeAll(async () => {
    tool = makeTemporaryFolder();
    packages = makeTemporaryFolder();
    for (const workspace of [[], ['--workspace', 'runtime']]) {
      await execa('npm', ['pack', '--silent', '--pack-destination', packages.path, ...workspace], { cwd: checkout });
    }
    const tarballs = readdirSync(packages.path).map((name) => join(packages.path, name));
    await execa('npm', ['install', '--prefix', tool.path, '--no-audit', '--no-fund', ...tarballs]);
  });
  afterAll(() => {
    tool?.remove();
    packages?.remove();
  });

  describe.each(cases)('$name', ({ commands }) => {
    let folder: TemporaryFolder;

    const inFolder = () => {
      const env = {
        OPERATOR_GEN_PACKAGES: packages.path,
        ...(shared.available ? { KUBEBUILDER_ASSETS: shared.info.assetsDirectory } : {}),
      };
      return { cwd: folder.path, env, all: true } as const;
    };
    async function run(...[file, ...args]: [string, ...string[]]): Promise<string> {
      return (await execa(file, args, inFolder())).all;
    }

    beforeAll(async () => {
      folder = makeTemporaryFolder();
      const cli = join(tool.path, 'node_modules/.bin/operator-gen');
      // As a user types them: the installation included.
      for (const command of commands) await run(cli, ...command.filter((word) => word !== '--skip-install'));
    });
    afterAll(() => folder?.remove());

    it('type-checks and lints as it comes', async () => {
      const { exitCode, all } = await execa('npm', ['run', '--silent', 'lint'], { ...inFolder(), reject: false });
      expect(exitCode, all).toBe(0);
    });

    it('is up to date, as its own copy of the tool says', async () => {
      expect(await run('npx', 'operator-gen', 'check')).toContain('up to date');
    });

    it('passes its tests', async () => {
      const project = readFileSync(join(folder.path, 'PROJECT'), 'utf8');
      const { exitCode, all } = await execa('npm', ['test', '--silent'], { ...inFolder(), reject: false });
      expect(problemOfTestRun(project, exitCode, all), all).toBeUndefined();
      if (shared.available) expect(testRunOf(all).skipped).toBe(0);
    });

    it('becomes one file that runs', async () => {
      await run('npm', 'run', '--silent', 'build');
      const { exitCode, stderr } = await execa(process.execPath, ['dist/main.mjs', '--kubeconfig=/nowhere'], {
        cwd: folder.path,
        reject: false,
      });
      expect(exitCode).toBe(1);
      expect(stderr).toContain('there is no kubeconfig at /nowhere');
    });

    it.skipIf(!shared.available)('is accepted by the API server, samples included', async () => {
      if (!shared.available) return;
      const cluster = accessControlPlane(shared.info);
      const apply = ['apply', '--server-side', '--force-conflicts', '-f', '-'];
      const built = async (path: string): Promise<readonly Manifest[]> => {
        const text = await cluster.kubectl(['kustomize', join(folder.path, path)]);
        const objects = parseAllDocuments(text).map((each) => each.toJS() as Manifest);
        // Their CRDs are not there.
        return objects.filter(({ apiVersion }) => !/^(?:cert-manager\.io|monitoring\.coreos\.com)\//.test(apiVersion));
      };
      const applied = async (path: string): Promise<string> => {
        const objects = await built(path);
        const asking = objects.filter(asksOperator);
        if (asking.length > 0) await cluster.kubectl([...apply, '--dry-run=server'], { input: listOf(asking) });
        return cluster.kubectl(apply, { input: listOf(objects.flatMap(withoutOperator)) });
      };
      const hasKinds = commands.some(([verb, what]) => verb === 'create' && what === 'api');
      if (hasKinds) {
        await applied('config/crd');
        const own = (await built('config/crd')).map(({ metadata }) => `crd/${metadata.name}`);
        await cluster.kubectl(['wait', '--for=condition=Established', ...own, '--timeout=30s']);
        expect(await applied('config/samples')).toMatch(/-sample serverside-applied/);
      }
      // Enabled as the comment in it says.
      await run('npx', 'operator-gen', 'edit', '--enable', 'network-policy');
      const everything = await applied('config/default');
      expect(everything).toMatch(/controller-manager serverside-applied/);
      expect(everything).toMatch(/allow-metrics-traffic serverside-applied/);

      // All but its namespace, which the next project can have too: without controllers, a deleted one is never gone.
      const objects = (await built('config/default'))
        .flatMap(withoutOperator)
        .filter(({ kind }) => kind !== 'Namespace');
      await cluster.kubectl(['delete', '-f', '-', '--wait=false'], { input: listOf(objects) });
      const crds = objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
      for (const { metadata } of crds) {
        await cluster.kubectl(['wait', '--for=delete', `crd/${metadata.name}`, '--timeout=60s']);
      }
    });
  });
});
