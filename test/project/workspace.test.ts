import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk } from '../../src/base/io/disk.js';
import type { Host } from '../../src/base/io/host.js';
import { workspaceFolders } from '../../src/project/workspace.js';
import { temporaryFolder } from '../support/tree.js';

const [me, stranger] = [1001, 1002];

/** The folders that a project may import from, where some paths are a stranger's. */
function foldersOf(files: Record<string, string>, strange: readonly string[], user = me): readonly string[] {
  const folder = temporaryFolder({ ...files, 'project/x': '' });
  const host: Host = {
    ...disk,
    user: () => user,
    owner: (path) => (strange.some((each) => join(folder, each) === path) ? stranger : me),
  };
  return workspaceFolders(host, join(folder, 'project')).map((each) => each.slice(folder.length));
}

describe.each([
  ['.git', { '.git/HEAD': '' }],
  ['package.json', { 'package.json': '{ "workspaces": ["project"] }' }],
  ['pnpm-workspace.yaml', { 'pnpm-workspace.yaml': 'packages: [project]\n' }],
])('%s', (name, files) => {
  it('of the user makes a workspace', () => {
    expect(foldersOf(files as Record<string, string>, [])).toEqual(['/project', '']);
  });

  it.each([[[name]], [['.']]])('makes none where %j belongs to a stranger', (strange) => {
    expect(foldersOf(files as Record<string, string>, strange)).toEqual(['/project']);
  });

  it("makes one around a project of the same owner, for a user who works in that owner's project", () => {
    expect(foldersOf(files as Record<string, string>, [name, '.', 'project'])).toEqual(['/project', '']);
  });
});

it.each([
  [
    'pnpm-workspace.yaml',
    'packages: [project]\n',
    Array.from({ length: 80_000 }, (_, index) => `k${index}: 1\n`).join(''),
  ],
  ['pnpm-workspace.yaml', 'packages: [project]\n', `a: ${'['.repeat(20_000)}\n`],
  [
    'pnpm-workspace.yaml',
    'packages: [project]\n',
    `a: &a [${'x,'.repeat(99)}]\nb: &b [${'*a,'.repeat(99)}]\nc: [*b,*b]\n`,
  ],
  ['pnpm-workspace.yaml', 'packages: [project]\n', '#'.repeat(2 ** 20)],
  ['package.json', '{ "workspaces": ["project"] }', ' '.repeat(2 ** 20)],
])('a %s beyond the limits is none, and costs no time', (name, text, ballast) => {
  const start = process.cpuUsage();
  expect(foldersOf({ [name]: text + ballast }, [])).toEqual(['/project']);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000);
});
