import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/tree.js';
import { findControllers } from './controllers.js';
import { executableName } from './platform.js';

const platform = `${process.platform}-${process.arch}`;
const installed = join('node_modules/@operator-gen', `cluster-${platform}`);
const file = join(installed, executableName('operator-gen-cluster'));

function projectWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder({ 'package.json': '{}', 'src/main.ts': '', ...files });
  for (const path of Object.keys(files)) chmodSync(join(folder, path), 0o755);
  return folder;
}

it('is the program of the package of the platform, from any folder of the project', () => {
  const project = projectWith({ [join(installed, 'package.json')]: '{}', [file]: '' });
  for (const folder of [project, join(project, 'src')]) expect(findControllers({}, folder)).toBe(join(project, file));
});

it('is the program that the variable names, even if the package is installed', () => {
  const project = projectWith({ [join(installed, 'package.json')]: '{}', [file]: '', mine: '' });
  const named = join(project, 'mine');
  expect(findControllers({ OPERATOR_GEN_CLUSTER: named }, project)).toBe(named);
  const missing = join(project, 'missing');
  expect(() => findControllers({ OPERATOR_GEN_CLUSTER: missing }, project)).toThrow(
    `OPERATOR_GEN_CLUSTER is ${missing}, which is not a program.`,
  );
});

it('is reported as missing with the two ways to get it', () => {
  const project = projectWith({ [join(installed, 'package.json')]: '{}' });
  const expected =
    `There is no program with the controllers for ${platform}. ` +
    `Run \`npm install --save-dev @operator-gen/cluster-${platform}\`, ` +
    'or set OPERATOR_GEN_CLUSTER to the path of the program.';
  expect(() => findControllers({}, project)).toThrow(expected);
});
