import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../sequences/run-line.js';
import { accepted } from '../support/accepted.js';
import type { Files } from '../support/memory-disk.js';

const scaffolded = 'src/controller/cart.controller.ts';
const reconcile = "    log.info('filling', { generation: cart.metadata.generation });\n";

let base: Files;

beforeAll(async () => {
  const files = await accepted(
    new Map(),
    'init --domain example.com --project-name test-operator --skip-install',
    'create api --version v1 --kind Cart',
    'create api --version v2 --kind Cart --no-controller',
    'create api --version v1 --kind Order',
  );
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
