import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const scaffolded = 'src/controller/cart.controller.ts';
const reconcile = "    log.info('filling', { generation: cart.metadata.generation });\n";

let base: Files;
let original: string;

beforeAll(async () => {
  const files = await accepted(
    new Map(),
    'init --domain example.com --project-name test-operator --skip-install',
    'create api --version v1 --kind Cart',
    'create api --version v2 --kind Cart --no-controller',
    'create api --version v1 --kind Order',
  );
  original = files.get(scaffolded)!;
  base = new Map(files).set(
    scaffolded,
    files.get(scaffolded)!.replace(/ {4}log\.info\('reconciling'[^\n]*\n/, reconcile),
  );
});

/** Returns a project whose user has moved the controller, and removed its test. */
function movedTo(path: string, change = (text: string): string => text): Files {
  const files = new Map(base);
  const text = files.get(scaffolded)!;
  files.delete(scaffolded);
  files.delete('src/controller/cart.controller.test.ts');
  return files.set(path, change(text));
}

const renamedClass = (text: string): string =>
  text.replaceAll('CartReconciler', 'Filler').replaceAll('setupCartController', 'setUpFiller');

const orders = 'src/controller/order.controller.ts';

/** Returns the controller as it can stand below another one in its file. */
const withoutRuntime = (text: string): string =>
  text
    .slice(text.indexOf('import { groupVersion'))
    .replace('{ groupVersion }', '{ groupVersion as cartVersion }')
    .replaceAll('groupVersion.', 'cartVersion.');

const arrangements: readonly (readonly [string, path: string, () => Files])[] = [
  ['to another folder', 'src/reconcilers/cart.controller.ts', () => movedTo('src/reconcilers/cart.controller.ts')],
  ['to another name', 'src/controller/cart.reconciler.ts', () => movedTo('src/controller/cart.reconciler.ts')],
  [
    'to a folder below',
    'src/domain/carts/index.ts',
    () => movedTo('src/domain/carts/index.ts', (text) => text.replaceAll("'../api", "'../../api")),
  ],
  [
    'with other names for its class and function',
    'src/reconcilers/filler.ts',
    () => movedTo('src/reconcilers/filler.ts', renamedClass),
  ],
  [
    'and exports it in a list',
    'src/reconcilers/cart.ts',
    () =>
      movedTo(
        'src/reconcilers/cart.ts',
        (text) =>
          `${text.replaceAll(/^export (?=class|async)/gm, '')}\nexport { CartReconciler, setupCartController };\n`,
      ),
  ],
  [
    'and exports its function by default',
    'src/reconcilers/cart.ts',
    () =>
      movedTo('src/reconcilers/cart.ts', (text) =>
        renamedClass(text).replace('export async function', 'export default async function'),
      ),
  ],
  [
    'into the file of another controller',
    orders,
    () => movedTo(orders, (text) => `${base.get(orders)!}\n${withoutRuntime(text)}`),
  ],
  [
    'with another one into a file of both',
    'src/reconcilers/all.ts',
    () => {
      const files = movedTo('src/reconcilers/all.ts', (text) => `${base.get(orders)!}\n${withoutRuntime(text)}`);
      return new Map([...files].filter(([path]) => !path.startsWith('src/controller/')));
    },
  ],
];

describe('delete api of the version with a controller that its user has moved', () => {
  it.each(arrangements.flatMap((each) => ['', ' --force'].map((force) => [...each, force] as const)))(
    'keeps it: %s, %s',
    async (_, path, arrange, force) => {
      const before = await accepted(arrange(), 'manifests');
      expect(before.get('src/register.ts')).toContain(`'./${path.slice(4, -3)}.js'`);
      const { files, said, exitCode } = await runLine(before, `delete api --version v1 --kind Cart${force}`);
      expect(exitCode, said).toBe(0);
      expect([...files.keys()].filter((each) => each === scaffolded)).toEqual([]);
      expect(files.get('src/register.ts')).toBe(before.get('src/register.ts'));
      const text = files.get(path)!;
      expect(text).toContain(reconcile);
      expect(text).toContain('api/v2/cart.types.js');
      expect(text).not.toContain('api/v1/cart.types.js');
      expect(text.split('CartReconciler')).toHaveLength(before.get(path)!.split('CartReconciler').length);
      expect(files.has('src/api/v1/cart.types.ts')).toBe(false);
      expect(said).not.toMatch(/merge-conflict|edit-by-hand/);
    },
  );
});

describe('delete api of a version whose scaffolded test its user has moved', () => {
  const test = 'src/controller/cart.controller.test.ts';
  const moved = 'src/tests/carts.test.ts';

  function withMovedTest(change = (text: string): string => text): Files {
    const files = new Map(base);
    const text = files
      .get(test)!
      .replace("'./cart", "'../controller/cart")
      .replace("reconcileID: 'test'", "reconcileID: 'mine'");
    files.delete(test);
    return files.set(moved, change(text));
  }

  it('changes the test, which needs nothing of the version then', async () => {
    const { files, said, exitCode } = await runLine(withMovedTest(), 'delete api --version v1 --kind Cart');
    expect(exitCode, said).toBe(0);
    expect(said).toMatch(/^1 warning$/m);
    expect(said).toContain('stored-version-deleted');
    expect(files.get(moved)).toContain("'../api/v2/cart.types.js'");
    expect(files.get(moved)).toContain("reconcileID: 'mine'");
    expect(files.has('src/api/v1/cart.types.ts')).toBe(false);
  });

  it('finds it beside a controller that has moved as well', async () => {
    const files = new Map(withMovedTest((text) => text.replace('../controller/cart', '../reconcilers/cart')));
    files.set('src/reconcilers/cart.controller.ts', files.get(scaffolded)!).delete(scaffolded);
    const { files: now, said } = await runLine(files, 'delete api --version v1 --kind Cart');
    expect(said).not.toContain('deleted-import');
    expect(now.get(moved)).toContain("'../reconcilers/cart.controller.js'");
    expect(now.get(moved)).not.toContain('v1/');
  });

  it('deletes it with the kind, if nothing but its place has changed', async () => {
    const files = withMovedTest((text) => text.replace("reconcileID: 'mine'", "reconcileID: 'test'"));
    const unedited = new Map(files).set(scaffolded, original);
    const now = await accepted(unedited, 'delete api --version v2 --kind Cart', 'delete api --version v1 --kind Cart');
    expect([...now.keys()].filter((path) => /cart/.test(path))).toEqual([]);
  });

  it.each(['', ' --force'])('leaves it with the kind if the user has other tests in the same file%s', async (flag) => {
    const own = withMovedTest((text) => text.replace(/^( *)it\(/m, "$1it('is mine', () => {});\n\n$&"));
    const before = await accepted(own, 'delete api --version v2 --kind Cart');
    const { files, said } = await runLine(before, `delete api --version v1 --kind Cart${flag}`);
    expect(files.get(moved)).toContain("it('is mine'");
    if (flag !== '') expect(said).toContain('deleted-import');
  });

  it('leaves a test of the user alone', async () => {
    const own = withMovedTest((text) => text.replaceAll(/\bit\('[^']*'/g, "it('is mine'"));
    const { files, said } = await runLine(own, 'delete api --version v1 --kind Cart --force');
    expect(files.get(moved)).toBe(own.get(moved));
    expect(said).toContain(`${moved}:`);
    expect(said).toContain('deleted-import');
  });
});
