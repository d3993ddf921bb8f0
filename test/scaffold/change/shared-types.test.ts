import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const [carts, orders] = ['src/api/v1/cart.types.ts', 'src/api/v1/order.types.ts'];
const crd = 'config/crd/bases/example.com_carts.yaml';

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
    carts,
    files.get(carts)!.replace('  size: Int32 = 1;', '  size: Int32 = 1;\n  width: Int32 = 1;'),
  );
});

/** Returns the project with the types of both kinds in one file. */
function together(path: string): Files {
  const files = new Map(base);
  const [own, other] = [base.get(carts)!, base.get(orders)!];
  files.delete(carts);
  files.delete(orders);
  const start = own.indexOf('/** CartSpec');
  files.set(path, `${own.slice(0, start)}${other.slice(other.indexOf('/** OrderSpec'))}\n${own.slice(start)}`);
  for (const [each, text] of files) {
    if (!each.startsWith('src/controller/')) continue;
    const name = path.slice('src/api/v1/'.length, -3);
    files.set(each, text.replaceAll(/api\/v1\/(?:cart|order)\.types\.js/g, `api/v1/${name}.js`));
  }
  return files;
}

describe('delete api of a version whose types are in a file with those of another kind', () => {
  it.each([
    ['of the other kind', orders],
    ['of its own', carts],
    ['of the user', 'src/api/v1/types.ts'],
  ])('removes its declarations from a file %s', async (_, path) => {
    const before = await accepted(together(path), 'manifests');
    const { files, said, exitCode } = await runLine(before, 'delete api --version v1 --kind Cart --force');
    expect(exitCode, said).toBe(0);
    expect(said).toContain('Deleted the kind Cart of example.com/v1.');
    expect(files.get(crd)).not.toContain('name: v1\n');
    expect(files.get(path)).toContain('class Order ');
    expect(files.get(path)).not.toContain('Cart');
  });

  it.each([
    ['this version', 'types', ['warning', 'error']],
    ['another version', '../v2/cart.types', []],
  ])('reports a controller of the user that uses %s', async (_, from, severities) => {
    const path = 'src/api/v1/types.ts';
    const before = new Map(together(path));
    before.set(
      'src/own.ts',
      `import { controllerManagedBy, type Manager } from '@operator-gen/runtime';\nimport { Cart } from './api/v1/${from}.js';\n\nexport async function setupOwn(manager: Manager): Promise<void> {\n  await controllerManagedBy(manager).for(Cart).complete({ reconcile: async () => {} });\n}\n`,
    );
    before.set('src/main.ts', `${before.get('src/main.ts')!}\nexport { setupOwn } from './own.js';\n`);
    const project = await accepted(before, 'manifests');
    const deleted = await runLine(project, 'delete api --version v1 --kind Cart');
    const checked = await runLine(deleted.files, 'check');
    const found = [deleted, checked].flatMap(
      ({ said }) => /src\/own.ts\S* - (\w+) unmarked-kind/.exec(said)?.[1] ?? [],
    );
    expect(found).toEqual(severities);
  });

  it.each([
    ['a decorator', '@PrintColumn({ name: "Size", type: "integer", jsonPath: ".spec.size" })\n', 'PrintColumn'],
    [
      'a decorator under another name',
      '@Column({ name: "Size", type: "integer", jsonPath: ".spec.size" })\n',
      'PrintColumn as Column',
    ],
    [
      'two, with a comment',
      '// As a table.\n@PrintColumn({ name: "Size", type: "integer", jsonPath: ".spec.size" })\n@DeprecatedVersion("Use v2.")\n',
      'PrintColumn, DeprecatedVersion',
    ],
  ])('removes markers of the user from a class that stays: %s', async (_, marker, names) => {
    const before = new Map(together(orders));
    const text = before.get(orders)!;
    const marked = text
      .replace(/(?=@Resource\([^\n]*\n(?:@[^\n]*\n)*export class Cart )/, marker)
      .replace(/import \{/, `import { ${names} } from '@operator-gen/runtime/api';\nimport {`);
    expect(marked.split(marker)).toHaveLength(2);
    before
      .set(orders, marked)
      .set(
        'src/report.ts',
        "import type { Cart } from './api/v1/order.types.js';\n\nexport const widthOf = (cart: Cart): number => cart.spec.width;\n",
      );
    const project = await accepted(before, 'manifests');
    const { files, said, exitCode } = await runLine(project, 'delete api --version v1 --kind Cart');
    expect(exitCode, said).toBe(0);
    expect(said).toContain('Cart in src/api/v1/order.types.ts was edited by hand, so it stays, without its markers');
    const left = files.get(orders)!;
    expect(left).toContain('class Cart ');
    expect(left).not.toMatch(/PrintColumn|DeprecatedVersion/);
    expect((await runLine(files, 'check')).said).not.toContain('misplaced-marker');
  });

  it('keeps declarations that other code imports, and says so', async () => {
    const before = new Map(together(orders)).set(
      'src/report.ts',
      "import type { CartSpec } from './api/v1/order.types.js';\n\nexport const widthOf = (spec: CartSpec): number => spec.width;\n",
    );
    const { files, said, exitCode } = await runLine(before, 'delete api --version v1 --kind Cart');
    expect(exitCode, said).toBe(0);
    expect(files.get(orders)).toContain('class CartSpec ');
    expect(said).toMatch(/order\.types\.ts:\d+:1 - warning edited-code-kept: CartSpec in/);
  });

  it('removes a class under another name', async () => {
    const files = together(orders);
    const types = files.get(orders)!;
    const renamed = types
      .replace('class Cart ', 'class OldCart ')
      .replace("{ plural: 'carts'", "{ kind: 'Cart', plural: 'carts'");
    const now = await accepted(new Map(files).set(orders, renamed), 'delete api --version v1 --kind Cart --force');
    expect(now.get(orders)).not.toContain('Cart');
    expect(now.get(crd)).not.toContain('name: v1\n');
  });

  it.each([
    [
      'that another class uses',
      'Deleted the kind Cart of example.com/v1.',
      'edited-code-kept: Cart in',
      (text: string) => text.replace('status?: OrderStatus;', 'status?: OrderStatus;\n  cart?: Cart;'),
    ],
    [
      'whose names are all different',
      `Removed the kind Cart of example.com/v1 from PROJECT. Its types in ${orders} stay, and so does what is generated from them.`,
      `version-left: ${orders} still declares v1 of Cart`,
      (text: string) =>
        text.replaceAll('Cart', 'Basket').replace("{ plural: 'carts'", "{ kind: 'Cart', plural: 'carts'"),
    ],
  ])('names a class that stays with --force: one %s', async (_, summary, warning, change) => {
    const files = together(orders);
    const before = new Map(files).set(orders, change(files.get(orders)!));
    const { said, exitCode } = await runLine(before, 'delete api --version v1 --kind Cart --force');
    expect(exitCode, said).toBe(0);
    expect(said).toMatch(new RegExp(`order\\.types\\.ts:\\d+:\\d+ - warning ${warning}`));
    expect(said).toContain(summary);
  });
});
