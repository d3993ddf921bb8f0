import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../support/tree.js';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Lines that compile, and lines that the compiler refuses: a misplaced marker is seen in the editor already. */
const accepted = [
  '@Minimum(1) a!: Int32;',
  '@Minimum(1) a?: Int64 | null;',
  '@Minimum(0.5) a!: Double;',
  "@MinLength(1) a!: 'x' | 'y';",
  '@Pattern(/x/) a!: Quantity;',
  '@MaxItems(1) a?: readonly string[];',
  "@ListType('map') @ListMapKey('type') a?: Condition[];",
  "@MapType('atomic') a!: Record<string, string>;",
  '@Default(1) a!: Int32;',
];
const refused = [
  '@Minimum(1) a!: string;',
  '@Minimum("1") a!: Int32;',
  '@Minimum() a!: Int32;',
  '@MinLength(1) a!: Int32;',
  '@MaxItems(1) a!: string;',
  "@ListType('bag') a!: string[];",
  "@MapType('atomic') a!: string;",
  '@StatusSubresource() a!: string;',
  '@Minimum a!: Int32;',
];

const head =
  `import { Condition, CustomResource, Default, ListMapKey, ListType, MapType, MaxItems, MinLength, Minimum, Pattern, Resource,
  StatusSubresource, type Double, type Int32, type Int64, type Quantity } from '@operator-gen/runtime/api';
`.replace('Condition, ', 'type Condition, ');
const kind = `@Resource({ group: 'a.b', version: 'v1' }, { plural: 'xs' }) @StatusSubresource() export class X extends CustomResource {}\n`;

describe.each([
  ['standard', []],
  ['experimental', ['--experimentalDecorators']],
] as const)('%s decorators', (_, flags) => {
  let lines: ReadonlyMap<string, boolean>;

  // One run of the compiler over all lines; an error names the line that it is on.
  beforeAll(async () => {
    const { path, remove } = makeTemporaryFolder();
    try {
      const all = [...accepted, ...refused];
      const body = all.map((line, index) => `export class C${index} { ${line} }\n`).join('');
      const broken = `@StatusSubresource() export class Y {}\n`;
      mkdirSync(join(path, 'src'));
      symlinkSync(modules, join(path, 'node_modules'));
      writeFileSync(join(path, 'package.json'), '{ "type": "module" }');
      writeFileSync(join(path, 'src/all.ts'), head + kind + body + broken);
      const args = [
        '--noEmit',
        '--strict',
        '--target',
        'es2022',
        '--module',
        'nodenext',
        '--skipLibCheck',
        '--types',
        '',
        ...flags,
      ];
      const { stdout } = await execa(join(modules, '.bin/tsc'), [...args, 'src/all.ts'], { cwd: path, reject: false });
      const wrong = new Set([...stdout.matchAll(/all\.ts\((\d+),/g)].map(([, line]) => Number(line)));
      lines = new Map([kind, ...all, broken].map((line, index) => [line, !wrong.has(index + head.split('\n').length)]));
    } finally {
      remove();
    }
  });

  it('compile where they fit', () => {
    expect([kind, ...accepted].filter((line) => !lines.get(line))).toEqual([]);
  });
  it('do not compile where they do not', () => {
    const all = [...refused, '@StatusSubresource() export class Y {}\n'];
    expect(all.filter((line) => lines.get(line))).toEqual([]);
  });
});
