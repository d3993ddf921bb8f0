import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepPublicDeclarations } from '../../scripts/public-declarations.js';
import { emptyModel } from '../../src/base/model/model.js';
import { type BuiltCli, buildCli } from '../cli/framework/built.js';
import { blocksOf } from '../support/pages.js';
import { projectWithApi } from '../support/projects.js';
import { temporaryFolder } from '../support/tree.js';

const repository = resolve(import.meta.dirname, '../..');

/** The examples of a page that use the library, in order. */
const examplesOf = (page: string): readonly string[] =>
  blocksOf(readFileSync(join(repository, page), 'utf8'))
    .filter(({ info, text }) => info === 'ts' && text.includes("from 'operator-gen'"))
    .map(({ text }) => text);

const [generateExample = '', inspectExample = ''] = examplesOf('docs/api.md');

let built: BuiltCli;
beforeAll(async () => {
  built = await buildCli();
}, 60_000);
afterAll(() => built.remove());

/** Runs an example against the package as it is built: its own name leads through the exports of its package.json. */
function run(example: string, cwd: string) {
  const file = join(built.folder, 'example.mjs');
  writeFileSync(file, transformSync(example, { loader: 'ts', format: 'esm' }).code);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd, encoding: 'utf8', timeout: 60_000 });
  return { status, stdout, stderr };
}

test('the page names every list of the model', () => {
  const page = readFileSync(join(repository, 'docs/api.md'), 'utf8');
  for (const name of Object.keys(emptyModel)) expect(page).toContain(`| \`${name}[]\` |`);
});

const types = 'src/api/v1/webserver.types.ts';

test('the example of generate writes, says what it wrote, and fails on problems', async () => {
  const project = await projectWithApi();
  project.edit(types, 'An example field.', 'How many.');
  expect(run(generateExample, project.root)).toEqual({
    status: 0,
    stdout: 'update .operator-gen/scaffold.json\nupdate config/crd/bases/my.domain_webservers.yaml\n',
    stderr: '',
  });
  expect(run(generateExample, project.root)).toEqual({ status: 0, stdout: '', stderr: '' });
  project.edit(types, 'size: Int32', 'size: number');
  const failed = run(generateExample, project.root);
  expect(failed).toMatchObject({ status: 1, stdout: '' });
  expect(failed.stderr).toContain(`${types}: error bare-number: `);
});

test('the example of inspect prints the kinds', async () => {
  const project = await projectWithApi();
  expect(run(inspectExample, project.root)).toEqual({
    status: 0,
    stdout: 'model 1\nmy.domain/v1 WebServer: spec, status\n',
    stderr: '',
  });
});

test('the examples fit the types that the package declares', () => {
  const folder = temporaryFolder(
    Object.fromEntries([generateExample, inspectExample].map((text, n) => [`example${n}.ts`, text])),
  );
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const declarations = join(folder, 'dist');
  execFileSync(process.execPath, [
    tsc,
    '-p',
    join(repository, 'tsconfig.build.json'),
    '--emitDeclarationOnly',
    // `npm run lint` checks the code.
    '--noCheck',
    '--outDir',
    declarations,
  ]);
  keepPublicDeclarations(declarations, ['index.d.ts']);
  writeFileSync(join(folder, 'package.json'), readFileSync(join(repository, 'package.json')));
  const compile = (ambient: readonly string[], include: string) => {
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(repository, 'tsconfig.json'),
        // Our declarations are checked too, as a user without `skipLibCheck` does.
        compilerOptions: { skipLibCheck: false, types: ambient },
        include: [include],
      }),
    );
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    return { status, stdout };
  };
  expect(compile(['node'], 'example*.ts')).toEqual({ status: 0, stdout: '' });
  // The declarations themselves need no types of Node.js.
  writeFileSync(join(folder, 'plain.ts'), "export type { GenerateResult, InspectResult } from 'operator-gen';\n");
  expect(compile([], 'plain.ts')).toEqual({ status: 0, stdout: '' });
});
