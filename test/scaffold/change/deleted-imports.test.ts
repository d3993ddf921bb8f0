import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

let base: Files;

beforeAll(async () => {
  base = await accepted(
    new Map(),
    'init --domain example.com --project-name test-operator --skip-install',
    'create api --version v1 --kind Cart',
    'create api --version v1 --kind Order',
    'create webhook --version v1 --kind Cart --defaulting --programmatic-validation',
  );
});

const kind = 'delete api --version v1 --kind Cart --force';
const types = 'src/api/v1/cart.types.ts';
const webhook = 'src/webhook/v1/cart.webhook.ts';

/** Returns the warnings about imports, each with its position and what it names. */
function warningsIn(said: string): readonly string[] {
  return [...said.matchAll(/^(\S+) - warning deleted-import: this file still imports (.*), which/gm)].map(
    ([, place, what]) => `${place} ${what}`,
  );
}

describe('code that imports what a command deletes', () => {
  it.each<[string, line: string, path: string, text: string, expected: string]>([
    [
      'a test',
      kind,
      'src/report.test.ts',
      "import { Cart } from './api/v1/cart.types.js';\n\nnew Cart();\n",
      `1:23 ${types}`,
    ],
    [
      'a test of the project',
      kind,
      'test/e2e/cart.test.ts',
      "\nimport type { CartSpec } from '../../src/api/v1/cart.types.js';\n\nexport type Spec = CartSpec;\n",
      `2:32 ${types}`,
    ],
    [
      'a file that exports it again',
      kind,
      'src/api/index.ts',
      "export * from './v1/cart.types.js';\nexport * from './v1/order.types.js';\n",
      `1:16 ${types}`,
    ],
    [
      'a mock and import()',
      kind,
      'src/mocked.ts',
      "export const load = () => import('./api/v1/cart.types.js');\nexport const type = 'src/api/v1/cart.types.ts';\n",
      `1:35 ${types}`,
    ],
    [
      'several imports',
      kind,
      'src/all.ts',
      "import { Cart } from './api/v1/cart.types.js';\nimport { CartReconciler } from './controller/cart.controller.js';\n\nexport const all = [Cart, CartReconciler];\n",
      `1:23 ${types}, src/controller/cart.controller.ts`,
    ],
    [
      'a class of webhooks',
      'delete webhook --version v1 --kind Cart --force',
      'src/defaults.ts',
      "import { CartDefaulter } from './webhook/v1/cart.webhook.js';\n\nexport const defaulter = new CartDefaulter();\n",
      `1:32 ${webhook}`,
    ],
    [
      'one of two classes',
      'delete webhook --version v1 --kind Cart --defaulting --force',
      'src/defaults.ts',
      "import { CartDefaulter, CartValidator } from './webhook/v1/cart.webhook.js';\n\nexport const all = [CartDefaulter, CartValidator];\n",
      `1:10 CartDefaulter of ${webhook}`,
    ],
  ])('is named once: %s', async (_, line, path, text, expected) => {
    const { said, exitCode } = await runLine(new Map(base).set(path, text), line);
    expect(exitCode, said).toBe(0);
    expect(warningsIn(said), said).toEqual([`${path}:${expected}`]);
  });

  it.each([
    ['of another kind', "import { Order } from './api/v1/order.types.js';\n\nexport const kind = Order;\n"],
    ['of a file with the same name', "import { Cart } from './cart.types.js';\n\nexport const kind = Cart;\n"],
    [
      'in a text',
      "export const path = 'src/api/v1/cart.types.ts';\n// import { Cart } from './api/v1/cart.types.js';\n",
    ],
  ])('is not: an import %s', async (_, text) => {
    const files = new Map(base).set('src/other.ts', text).set('src/cart.types.ts', 'export class Cart {}\n');
    const { said, exitCode } = await runLine(files, kind);
    expect(exitCode, said).toBe(0);
    expect(warningsIn(said), said).toEqual([]);
  });

  it('follows aliases', async () => {
    const config = base
      .get('tsconfig.json')!
      .replace('"compilerOptions": {', '"compilerOptions": {\n    "paths": { "#api/*": ["./src/api/*"] },');
    const files = new Map(base)
      .set('tsconfig.json', config)
      .set('src/other.ts', "import { Cart } from '#api/v1/cart.types.js';\n\nexport const kind = Cart;\n");
    const { said, exitCode } = await runLine(files, kind);
    expect(exitCode, said).toBe(0);
    expect(warningsIn(said), said).toEqual([`src/other.ts:1:23 ${types}`]);
  });
});
