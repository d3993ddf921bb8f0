import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listenOn, makeFifo } from './special-files.js';

/** A place to prepare: a project that a stranger controls, and files of the user outside of it. */
export interface Place {
  /** The clone: a scaffolded project with a kind, a controller and webhooks. */
  readonly project: string;
  /** A folder beside it, with `secret.txt`, `secret.ts`, `secret.yaml`, `secret.json` and `folder/`. */
  readonly outside: string;
}

/** A repository that a stranger has prepared. */
export interface HostileRepository {
  readonly name: string;
  readonly prepare: (place: Place) => void;
}

const types = 'src/api/v1/carpark.types.ts';
const groupVersion = 'src/api/v1/group-version.ts';
const sample = 'config/samples/parking_v1_carpark.yaml';
const record = '.operator-gen/scaffold.json';

function put(place: Place, path: string, content: string | Buffer): void {
  const target = join(place.project, path);
  const folder = dirname(target);
  // A folder can take the place of a file.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isFile()) rmSync(folder);
  mkdirSync(folder, { recursive: true });
  rmSync(target, { recursive: true, force: true });
  writeFileSync(target, content);
}

function link(place: Place, path: string, target: string): void {
  const at = join(place.project, path);
  mkdirSync(dirname(at), { recursive: true });
  rmSync(at, { recursive: true, force: true });
  symlinkSync(target, at);
}

function change(place: Place, path: string, edit: (text: string) => string): void {
  put(place, path, edit(readFileSync(join(place.project, path), 'utf8')));
}

/** Adds a line to the types file, where an import belongs, and a field of an imported type. */
function importing(place: Place, specifier: string): void {
  change(place, types, (text) =>
    text
      .replace('import { groupVersion }', `import type { Secret } from '${specifier}';\nimport { groupVersion }`)
      .replace('  size: Int32 = 1;', '  size: Int32 = 1;\n  secret?: Secret;'),
  );
}

function headerFile(place: Place, path: string): void {
  change(
    place,
    'PROJECT',
    (text) =>
      `${text}plugins:\n  manifests.operator-gen/v1:\n    headerFile: ${JSON.stringify(path)}\n    year: 2026\n`,
  );
}

function recorded(place: Place, path: string, content: string, ownership = 'generated'): void {
  change(place, record, (text) => {
    const state = JSON.parse(text) as { files: Record<string, unknown> };
    state.files[path] = { ownership, hash: createHash('sha256').update(content).digest('hex') };
    return JSON.stringify(state, undefined, 2);
  });
}

function journal(
  place: Place,
  name: 'redo' | 'undo',
  steps: readonly object[],
  contents: Record<string, string>,
): void {
  const folder = '.operator-gen/pending';
  put(place, `${folder}/run-1-1-00000000`, '');
  put(place, `${folder}/${name}.json`, JSON.stringify({ steps, folders: [] }));
  for (const [file, content] of Object.entries(contents)) put(place, `${folder}/${file}`, content);
}

/** A file that takes no space on the disk and is read as zeros. */
function hole(place: Place, path: string, bytes: number): void {
  put(place, path, '');
  truncateSync(join(place.project, path), bytes);
}

/** Every file that a command reads by a name that it knows. */
const knownFiles = [
  'PROJECT',
  types,
  groupVersion,
  'src/main.ts',
  'src/register.ts',
  'src/controller/carpark.controller.ts',
  sample,
  'config/samples/kustomization.yaml',
  'config/crd/kustomization.yaml',
  'config/default/kustomization.yaml',
  'config/webhook/kustomization.yaml',
  'config/webhook/manifests.yaml',
  'config/rbac/role.yaml',
  'package.json',
  'tsconfig.json',
  record,
];

const links = knownFiles.map((path) => ({
  name: `${path} is a link to a secret`,
  prepare: (place: Place) => link(place, path, join(place.outside, path.endsWith('.ts') ? 'secret.ts' : 'secret.yaml')),
}));

const devices = [types, 'PROJECT', sample, 'config/default/kustomization.yaml', 'hack/header.txt'].flatMap((path) => [
  {
    name: `${path} is a link to /dev/zero`,
    prepare: (place: Place) => {
      if (path.startsWith('hack')) headerFile(place, path);
      link(place, path, '/dev/zero');
    },
  },
  {
    name: `${path} is a FIFO`,
    prepare: (place: Place) => {
      if (path.startsWith('hack')) headerFile(place, path);
      rmSync(join(place.project, path), { force: true });
      makeFifo(join(place.project, path));
    },
  },
  {
    name: `${path} is a link to itself`,
    prepare: (place: Place) => {
      if (path.startsWith('hack')) headerFile(place, path);
      link(place, path, path.split('/').at(-1)!);
    },
  },
]);

const folderLinks = ['src', 'src/api', 'src/api/v1', 'config', 'config/samples', 'config/crd', '.operator-gen'].map(
  (path) => ({
    name: `the folder ${path} is a link`,
    prepare: (place: Place) => link(place, path, join(place.outside, 'folder')),
  }),
);

const imports = [
  ['../../../../outside/secret.js', 'a relative import'],
  ['./../../../../outside/secret', 'a relative import without an ending'],
  ['secrets/secret', 'a path alias'],
  ['linked/secret', 'a link in node_modules'],
  ['./linked.js', 'a link beside the types'],
].map(([specifier, how]) => ({
  name: `a type is imported from outside by ${how}`,
  prepare: (place: Place) => {
    link(place, 'node_modules/linked', place.outside);
    link(place, 'src/api/v1/linked.ts', join(place.outside, 'secret.ts'));
    change(place, 'tsconfig.json', (text) =>
      text.replace('"compilerOptions": {', `"compilerOptions": { "paths": { "secrets/*": ["${place.outside}/*"] },`),
    );
    importing(place, specifier!);
  },
}));

const hookSteps = ['.git/hooks/pre-commit', '.GIT/hooks/pre-commit', 'node_modules/.bin/tsc', '.vscode/tasks.json'].map(
  (path) => ({
    name: `a journal creates ${path}`,
    prepare: (place: Place) => {
      mkdirSync(join(place.project, '.git/hooks'), { recursive: true });
      journal(place, 'redo', [{ path, action: 'create' }], { '0.after': '#!/bin/sh\necho executed\n' });
    },
  }),
);

const others: readonly HostileRepository[] = [
  {
    name: 'a journal takes back a step, and with it a file',
    prepare: (place) => {
      put(place, '.git/HEAD', 'ref: refs/heads/main\n');
      journal(place, 'undo', [{ path: '.git/HEAD', action: 'create' }], {});
    },
  },
  {
    name: 'a journal deletes the code of the user',
    prepare: (place) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(place.project, 'src/main.ts')))
        .digest('hex');
      journal(place, 'redo', [{ path: 'src/main.ts', action: 'delete', before: hash }], {});
    },
  },
  {
    name: 'the record says that .git/HEAD is generated',
    prepare: (place) => {
      put(place, '.git/HEAD', 'ref: refs/heads/main\n');
      recorded(place, '.git/HEAD', 'ref: refs/heads/main\n');
    },
  },
  {
    name: 'the record says that src/main.ts is generated',
    prepare: (place) => recorded(place, 'src/main.ts', readFileSync(join(place.project, 'src/main.ts'), 'utf8')),
  },
  {
    name: 'the record leads out of the project',
    prepare: (place) =>
      recorded(place, '../outside/secret.txt', readFileSync(join(place.outside, 'secret.txt'), 'utf8')),
  },
  {
    name: 'the header is a link to a secret',
    prepare: (place) => {
      headerFile(place, 'hack/header.txt');
      link(place, 'hack/header.txt', join(place.outside, 'secret.txt'));
    },
  },
  { name: 'the header is outside of the project', prepare: (place) => headerFile(place, '../outside/secret.txt') },
  {
    name: 'the header is behind a folder that is a link',
    prepare: (place) => {
      link(place, 'hack/up', place.outside);
      headerFile(place, 'hack/up/secret.txt');
    },
  },
  {
    name: 'the header is the configuration of git',
    prepare: (place) => {
      put(place, '.git/config', readFileSync(join(place.outside, 'secret.txt')));
      headerFile(place, '.git/config');
    },
  },
  { name: 'the header has a NUL in its name', prepare: (place) => headerFile(place, 'hack/\0header.txt') },
  { name: 'an import has a NUL in its name', prepare: (place) => importing(place, './a\0b') },
  {
    name: 'an import has a name of 10,000 characters',
    prepare: (place) => importing(place, `./${'a'.repeat(10_000)}`),
  },
  { name: 'a sample is a socket', prepare: (place) => listenOn(join(place.project, sample)) },
  { name: 'a types file of 300 MB', prepare: (place) => hole(place, types, 300_000_000) },
  {
    name: 'a PROJECT of 50 MB',
    prepare: (place) => put(place, 'PROJECT', `version: "3"\n${'a: 1\n'.repeat(10_000_000)}`),
  },
  {
    name: 'a kustomization of 100 MB',
    prepare: (place) => hole(place, 'config/default/kustomization.yaml', 100_000_000),
  },
  {
    name: 'a source of 280 KB that repeats export',
    prepare: (place) => put(place, 'src/many.ts', 'export '.repeat(40_000)),
  },
  {
    name: 'a file of kinds of 280 KB that repeats declare',
    prepare: (place) => change(place, types, (text) => `${text}\n${'declare\n'.repeat(35_000)}`),
  },
  {
    name: 'a doc comment of 2 MB',
    prepare: (place) =>
      put(place, 'src/api/v1/doc.ts', `/** ${' * @'.repeat(500_000)} */\nexport const resource = 1; // @resource\n`),
  },
  {
    name: 'a sample with an alias bomb',
    prepare: (place) =>
      put(
        place,
        sample,
        `a0: &a0 [x, x]\n${Array.from({ length: 40 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`).join('\n')}\n`,
      ),
  },
  { name: 'a sample that contains itself', prepare: (place) => put(place, sample, 'a: &a\n  b: *a\n') },
  {
    name: 'a sample nested 20,000 levels',
    prepare: (place) => put(place, sample, `spec: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`),
  },
  {
    name: 'a kustomization nested 20,000 levels',
    prepare: (place) =>
      put(place, 'config/crd/kustomization.yaml', `resources: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`),
  },
  {
    name: 'a PROJECT nested 20,000 levels',
    prepare: (place) => change(place, 'PROJECT', (text) => `${text}x: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`),
  },
  {
    name: 'a PROJECT with an alias bomb',
    prepare: (place) =>
      change(
        place,
        'PROJECT',
        (text) =>
          `${text}a0: &a0 [x, x]\n${Array.from({ length: 40 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`).join('\n')}\n`,
      ),
  },
  {
    name: 'a record nested 100,000 levels',
    prepare: (place) => put(place, record, `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  },
  {
    name: 'an expression of 30,000 operands that names the kind',
    prepare: (place) =>
      put(
        place,
        'src/deep.ts',
        `import { CarPark } from './api/v1/carpark.types.js';\nexport const all = ${Array(30_000).fill('CarPark.name').join(' + ')};\n`,
      ),
  },
  {
    name: 'a type of 5,000 levels',
    prepare: (place) =>
      change(place, types, (text) =>
        text.replace(
          'size: Int32 = 1;',
          `size: Int32 = 1;\n  deep?: ${'{ a: '.repeat(5000)}string${' }'.repeat(5000)};`,
        ),
      ),
  },
  {
    name: 'descriptions with workflow commands and terminal sequences',
    prepare: (place) =>
      change(place, types, (text) =>
        text.replace(
          '/** An example field.',
          '/** \n::stop-commands::x\n::add-mask::y\n##[command]z\n\u001b]0;title\u0007\u001b[2J\u009b31m\u202e An example field.',
        ),
      ),
  },
  {
    name: 'a file name with workflow commands and terminal sequences',
    prepare: (place) =>
      put(
        place,
        'src/api/v1/\n::error::x\u001b[31m.types.ts',
        "import { Resource } from '@operator-gen/runtime/api';\n@Resource(1)\nexport class {}\n",
      ),
  },
  {
    name: 'a PROJECT whose names lead out of the project',
    prepare: (place) =>
      change(place, 'PROJECT', (text) =>
        text.replace('version: v1\n', 'version: ../../../../outside\n').replace('group: parking', 'group: ../..'),
      ),
  },
  {
    name: 'a kustomization that names files outside',
    prepare: (place) =>
      put(
        place,
        'config/default/kustomization.yaml',
        `resources:\n- ${place.outside}/secret.yaml\n- ../../../outside/secret.yaml\n`,
      ),
  },
  {
    name: 'a tsconfig that extends a secret',
    prepare: (place) =>
      put(place, 'tsconfig.json', `{ "extends": ["${place.outside}/secret.json", "../outside/secret.json"] }`),
  },
  {
    name: 'a tsconfig that extends itself',
    prepare: (place) => put(place, 'tsconfig.json', '{ "extends": "./tsconfig.json" }'),
  },
  { name: 'a tsconfig that is a folder', prepare: (place) => put(place, 'tsconfig.json/x', '') },
  {
    name: 'a tsconfig with references outside',
    prepare: (place) => put(place, 'tsconfig.json', '{ "references": [{ "path": "../outside" }, { "path": "/" }] }'),
  },
  { name: 'a license that is a link', prepare: (place) => link(place, 'LICENSE', join(place.outside, 'secret.txt')) },
  {
    name: 'a tsconfig with a plugin',
    prepare: (place) => {
      put(place, 'evil.cjs', "require('node:fs').writeFileSync('executed', '');");
      put(
        place,
        'tsconfig.json',
        '{ "compilerOptions": { "plugins": [{ "name": "./evil.cjs", "transform": "./evil.cjs" }] } }',
      );
    },
  },
  {
    name: 'configuration files that are code',
    prepare: (place) => {
      for (const name of [
        'vitest.config.ts',
        'prettier.config.cjs',
        'eslint.config.js',
        '.prettierrc.cjs',
        'operator-gen.config.js',
      ])
        put(place, name, "require('node:fs').writeFileSync('executed', '');");
    },
  },
  {
    name: 'a package that takes the place of the runtime',
    prepare: (place) => {
      put(
        place,
        'node_modules/@operator-gen/runtime/package.json',
        '{ "name": "@operator-gen/runtime", "main": "evil.cjs", "exports": { "./api": "./evil.cjs" } }',
      );
      put(place, 'node_modules/@operator-gen/runtime/evil.cjs', "require('node:fs').writeFileSync('executed', '');");
    },
  },
  {
    name: 'a folder in the place of every file',
    prepare: (place) => {
      for (const path of [types, sample, 'config/rbac/role.yaml', 'package.json']) put(place, `${path}/x`, '');
    },
  },
  {
    name: 'source folders 300 levels deep',
    prepare: (place) => put(place, `src/${'a/'.repeat(300)}x.ts`, "// @resource\nimport '../../../../x.js';\n"),
  },
  {
    name: 'a prototype in the record and in package.json',
    prepare: (place) => {
      put(
        place,
        record,
        '{"version":1,"files":{"__proto__":{"ownership":"generated","hash":"x"},"constructor":{"ownership":"generated","hash":"x"}}}',
      );
      put(place, 'package.json', '{"__proto__":{"name":"x"},"dependencies":{"__proto__":"x"}}');
    },
  },
  {
    name: 'files that are not UTF-8',
    prepare: (place) => {
      const bytes = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256));
      for (const path of [types, sample, 'config/default/kustomization.yaml']) put(place, path, bytes);
    },
  },
  {
    name: 'a cache of a stranger in the project',
    prepare: (place) => {
      put(place, '.cache/operator-gen/runs/manifests-0', 'x');
      link(place, '.cache/operator-gen/code', place.outside);
    },
  },
];

/** Everything that is tried; `test/hostile/hostile.process.test.ts` runs each command in each of them. */
export const hostileRepositories: readonly HostileRepository[] = [
  ...links,
  ...devices,
  ...folderLinks,
  ...imports,
  ...hookSteps,
  ...others,
];
