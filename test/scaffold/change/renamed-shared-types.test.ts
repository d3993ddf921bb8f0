import { posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const depot = '--group fleet --version v1 --kind Depot';
const truck = '--group fleet --version v1 --kind Truck';
const rename = 'rename api --group fleet --kind';

/** A user's files, in which types of several kinds are in one. */
interface Shared {
  /** The path of the file with the types of both kinds. */
  readonly path: string;
  /** The form that the user gives to code. */
  readonly form?: (text: string) => string;
}

const doubleQuotes = (text: string): string => text.replaceAll("'", '"');

describe('kinds whose types a user has put into one file', () => {
  let base: Files;

  beforeAll(async () => {
    base = await accepted(
      new Map(),
      'init --domain example.com --project-name test-operator --skip-install',
      `create api ${truck}`,
      `create api ${depot}`,
      `create webhook ${depot} --defaulting`,
      'create api --group fleet --version v2 --kind Truck --no-controller',
      `create webhook ${truck} --conversion --spoke v2`,
    );
  }, 60_000);

  it.each<[string, Shared, string, string, string]>([
    ['the second kind', { path: 'types.ts' }, 'Depot', 'Yard', 'Truck'],
    ['the first kind', { path: 'types.ts' }, 'Truck', 'Wagon', 'Depot'],
    ['with double quotes', { path: 'types.ts', form: doubleQuotes }, 'Depot', 'Yard', 'Truck'],
    ['in the file of the renamed kind', { path: 'depot.types.ts' }, 'Depot', 'Yard', 'Truck'],
    ['in the file of the other kind', { path: 'truck.types.ts' }, 'Depot', 'Yard', 'Truck'],
    ['in another folder', { path: '../../kinds/fleet.ts' }, 'Depot', 'Yard', 'Truck'],
  ])('are renamed where they are: %s', async (_which, shared, kind, newKind, other) => {
    const files = await accepted(together(base, shared), 'manifests', 'check');
    const after = await accepted(files, `${rename} ${kind} --to-kind ${newKind}`, 'check');
    const found = [...after].filter(([, text]) =>
      [newKind, other].every((each) => text.includes(`class ${each} extends`)),
    );
    expect(found).toHaveLength(1);
    const [, text] = found[0]!;
    expect(text).not.toContain(kind);
    expect(text.match(/@Resource\(/g)).toHaveLength(2);
    expect(text.match(new RegExp(`^export class ${newKind}(?:Spec|Status)? `, 'gm'))).toHaveLength(3);
    expect(text).toContain('  limit?: string;\n');
    const crd = `config/crd/bases/fleet.example.com_${newKind.toLowerCase()}s.yaml`;
    expect(after.get(crd)).toContain('limit:');
    expect(after.get(`src/controller/${newKind.toLowerCase()}.controller.ts`)).not.toContain(kind);
  });

  it.each(['--to-group logistics', '--kind Depot --to-plural yards'])('keep their fields: %s', async (flags) => {
    const files = await accepted(together(base, { path: 'types.ts' }), 'manifests');
    const after = await accepted(files, `rename api --group fleet ${flags}`, 'check');
    expect(after.get('src/api/v1/types.ts')!.match(/^export class /gm)).toHaveLength(6);
  });
});

/** Returns a project whose user has put the types of both kinds into one file, and added fields to them. */
function together(files: Files, { path, form = (text) => text }: Shared): Files {
  const folder = 'src/api/v1';
  const target = posix.join(folder, path);
  const old = ['truck', 'depot'].map((each) => `${folder}/${each}.types.ts`);
  const [first, second] = old.map((each) => files.get(each)!);
  const start = second!.indexOf('/** DepotSpec');
  const [imports, body] = [
    first!.slice(0, first!.indexOf('/** TruckSpec')),
    first!.slice(first!.indexOf('/** TruckSpec')),
  ];
  const both = `${imports}${second!.slice(start)}\n${body}`.replaceAll(
    /(class \w+Spec \{\n)/g,
    '$1  limit?: string;\n',
  );
  const others = new Map([...files].filter(([each]) => !old.includes(each)));
  const redirected = (from: string, text: string): string =>
    text.replaceAll(/'(\.[^']*)\.js'/g, (whole, to: string) => {
      const found = posix.join(posix.dirname(from), `${to}.ts`);
      return old.includes(found) ? `'${relative(from, target)}'` : whole;
    });
  const isCode = (each: string): boolean => each.startsWith('src/') && each !== 'src/register.ts';
  return new Map([
    ...[...others].map(([each, text]) => [each, isCode(each) ? form(redirected(each, text)) : text] as const),
    [target, form(both.replace("'./group-version.js'", `'${relative(target, `${folder}/group-version.ts`)}'`))],
  ]);
}

function relative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to).replace(/ts$/, 'js');
  return path.startsWith('.') ? path : `./${path}`;
}
