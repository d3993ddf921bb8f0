import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { analyzeSources } from './generate.js';
import { emitCrd } from '../../src/output/emit/crd.js';
import { blocksOf, type Block } from './pages.js';
import { makeTemporaryFolder, type TemporaryFolder } from './tree.js';

const repository = resolve(import.meta.dirname, '../..');
const folder = join(repository, 'docs/tasks');

/** A page about a task, and its examples. */
export interface TaskPage {
  /** The name of the file without its extension. */
  readonly name: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** All pages of docs/tasks, including their list. */
export const taskPages: readonly TaskPage[] = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  // A block in a list is indented.
  const blocks = blocksOf(text.replaceAll(/^ {2}/gm, ''));
  return { name: file.replace(/\.md$/, ''), text, blocks };
});

/** The declarations that the README of the tasks says are available to examples. */
const given = `manager: Manager, client: CachedClient, foo: Stored<Foo>, reconciler: Reconciler`;
const imports = `import { type CachedClient, type Manager, type Reconciler, type Stored } from '@operator-gen/runtime';
import { Foo } from './foo.js';
`;

/**
 * Returns the blocks of a page as one module: imports are combined, and statements other than declarations are put into
 * a function.
 */
function moduleOf({ blocks }: TaskPage): string {
  const examples = blocks.filter(({ info }) => info === 'ts').map(({ text }) => text);
  const bodies = examples.map((text) => text.replaceAll(importStatement, '').trimStart());
  const fragments = bodies.filter((body) => !isDeclaration(body));
  const imported = importsOf([...(fragments.length > 0 ? [imports] : []), ...examples]);
  const inFunctions = bodies.map((body, index) =>
    isDeclaration(body) ? body : `export async function example${index}(${given}) {\n{\n${body}}\n}\n`,
  );
  return [...imported, ...inFunctions].join('\n');
}

const importStatement = /^import (type )?\{([^}]*)\} from '([^']+)';\n/gm;

function isDeclaration(body: string): boolean {
  return /^(export|describe)\b/m.test(body);
}

function importsOf(texts: readonly string[]): readonly string[] {
  const all = new Map<string, Map<string, string>>();
  for (const [, type = '', list = '', from = ''] of texts.flatMap((text) => [...text.matchAll(importStatement)])) {
    const names = all.get(from) ?? new Map<string, string>();
    all.set(from, names);
    for (const each of list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')) {
      const name = each.replace(/^type /, '');
      // What one block needs as a value is a value for all.
      if (names.get(name) !== name) names.set(name, `${type}${each}`);
    }
  }
  return [...all].map(([from, names]) => `import { ${[...names.values()].join(', ')} } from '${from}';`);
}

/** The version of the kind that the page about conversions converts. */
const oldFoo = `import { CustomResource, Resource, StatusSubresource, type Condition, type Int32 } from '@operator-gen/runtime/api';
@Resource({ group: 'example.com', version: 'v1alpha1' }, { plural: 'foos' })
@StatusSubresource()
export class Foo extends CustomResource {
  spec!: { message: string };
  status?: { copies?: Int32; conditions?: Condition[] };
}
`;

export interface BuiltPages extends TemporaryFolder {
  /** The compiler's messages; empty if there are no problems. */
  readonly problems: string;
  /** Returns the linter's messages with the rules of a scaffolded project; empty if there are no problems. */
  lint(): string;
  /** The page as a module. */
  load(name: string): Promise<Record<string, unknown>>;
  /** Writes a file next to the modules. */
  write(name: string, text: string): void;
}

/** Compiles every page with the compiler of this repository against the built runtime. */
export function buildTaskPages(): BuiltPages {
  const made = makeTemporaryFolder();
  const modules = taskPages.map((page) => [page.name === 'README' ? 'foo' : page.name, moduleOf(page)] as const);
  const crd = crdOf(modules.find(([name]) => name === 'foo')![1]);
  // As a scaffolded project is compiled; our declarations are checked too.
  const compilerOptions = { noEmit: false, outDir: '.', skipLibCheck: false };
  const files: Readonly<Record<string, string>> = {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      extends: join(repository, 'templates/init/tsconfig.json'),
      compilerOptions,
      include: ['*.ts'],
      exclude: [],
    }),
    '.oxlintrc.json': readFileSync(join(repository, 'templates/init/_oxlintrc.json'), 'utf8'),
    'old-foo.ts': oldFoo,
    ...Object.fromEntries(modules.map(([name, text]) => [`${name}.ts`, text])),
    'config/crd/bases/example.com_foos.yaml': crd,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(made.path, path)), { recursive: true });
    writeFileSync(join(made.path, path), text);
  }
  symlinkSync(join(repository, 'node_modules'), join(made.path, 'node_modules'));
  return {
    ...made,
    problems: compile(made.path),
    lint: () => lint(made.path),
    write: (name, text) => writeFileSync(join(made.path, name), text),
    load: async (name) => (await import(join(made.path, `${name}.js`))) as Record<string, unknown>,
  };
}

function compile(path: string): string {
  try {
    const tsc = join(repository, 'node_modules/typescript/bin/tsc');
    return execFileSync(process.execPath, [tsc, '-p', path, '--pretty', 'false'], { encoding: 'utf8' });
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

/** Rules that fail because of the module around a block, which need not use its parameters and constants. */
const allowed = ['no-unused-vars', 'unicorn/no-empty-file'];

function lint(path: string): string {
  const oxlint = join(repository, 'node_modules/.bin/oxlint');
  const allows = allowed.map((rule) => `--allow=${rule}`);
  // The compiled modules are next to the sources, and a package that is linked is the whole repository.
  const ignored = ['--ignore-pattern=*.js', '--ignore-pattern=node_modules'];
  const args = ['--type-aware', '--deny-warnings', '--format=unix', ...ignored, ...allows];
  const { stdout, stderr } = spawnSync(oxlint, args, { cwd: path, encoding: 'utf8' });
  return stdout + stderr;
}

function crdOf(foo: string): string {
  const { model, diagnostics } = analyzeSources({
    'src/api/v1/foo.types.ts': foo
      .replace('@Resource(', '@StorageVersion()\n@Resource(')
      .replace('Resource,', 'Resource, StorageVersion,'),
    'src/api/v1alpha1/foo.types.ts': oldFoo,
  });
  const [kind] = model.kinds;
  if (kind === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return emitCrd(kind, '0.0.0').text;
}
