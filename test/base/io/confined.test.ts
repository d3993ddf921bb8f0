import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { confined } from '../../../src/base/io/confined.js';
import { disk } from '../../../src/base/io/disk.js';
import { FileRefused } from '../../../src/base/io/file-refused.js';
import { workspaceFolders } from '../../../src/project/workspace.js';
import { temporaryFolder } from '../../support/tree.js';

/** A host for `project` in a temporary folder, with what stands around it. */
function prepared(files: Record<string, string>, links: Record<string, string> = {}) {
  const folder = temporaryFolder({ 'project/x': '', 'outside/secret.ts': 'secret', 'tool/api.d.ts': 'tool', ...files });
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    symlinkSync(target, join(folder, path));
  }
  const root = join(folder, 'project');
  const host = confined(disk, {
    root,
    isTool: (path) => path.startsWith(`${folder}/tool/`),
    workspace: () => workspaceFolders(disk, root),
  });
  const at = (path: string) => join(folder, path);
  return {
    read: (path: string) => host.read(at(path)),
    list: (path: string) => host.list(at(path)),
    kind: (path: string) => host.kind(at(path)),
    refusal: (path: string, call: 'read' | 'list' = 'read') => {
      try {
        return host[call](at(path));
      } catch (error) {
        if (!(error instanceof FileRefused)) throw error;
        return [error.reason, error.path.slice(folder.length + 1)];
      }
    },
  };
}

describe('of a project', () => {
  it('regular files are read, and what is not there is not', () => {
    const { read, list } = prepared({ 'project/src/a.ts': 'a' });
    expect(read('project/src/a.ts')).toBe('a');
    expect(read('project/src/b.ts')).toBeUndefined();
    expect(list('project/src')).toEqual(['a.ts']);
  });

  it.each([
    ['a link out of the project', 'project/a.ts', '../outside/secret.ts'],
    ['a link within the project', 'project/a.ts', 'x'],
    ['a link to itself', 'project/a.ts', 'a.ts'],
    ['a dangling link', 'project/a.ts', 'nothing'],
    ['a link to a device', 'project/a.ts', '/dev/zero'],
  ])('%s is refused', (_, path, target) => {
    const { refusal, kind } = prepared({}, { [path]: target });
    expect(refusal(path)).toEqual(['link', path]);
    expect(kind(path)).toBe('symlink');
  });

  it('a file behind a folder that is a link is refused, and so is the list of that folder', () => {
    const { refusal, kind } = prepared({}, { 'project/src/far': '../../outside' });
    expect(refusal('project/src/far/secret.ts')).toEqual(['link', 'project/src/far']);
    expect(refusal('project/src/far', 'list')).toEqual(['link', 'project/src/far']);
    expect(kind('project/src/far/secret.ts')).toBe('other');
  });

  it.each(['project/.git/config', 'project/.GIT/config', 'project/vendor/x/.git/config'])('%s is refused', (path) => {
    expect(prepared({ [path]: 'token' }).refusal(path)).toEqual(['git', path]);
  });

  it('a link with a slash after it is refused as well', () => {
    const { refusal } = prepared({}, { 'project/src/far': '../../outside' });
    expect(refusal('project/src/far/', 'list')).toEqual(['link', 'project/src/far']);
  });

  it('a folder that is more than 256 folders deep is refused, with all that is in it, and the one above is not', () => {
    const deepest = `project${'/a'.repeat(256)}`;
    const { refusal, kind, list, read } = prepared({ [`${deepest}/a/a/x.ts`]: '', [`${deepest}/y.ts`]: 'y' });
    expect(list(deepest)).toEqual(['a', 'y.ts']);
    expect(read(`${deepest}/y.ts`)).toBe('y');
    const refused = ['too-deep', `${deepest}/a`];
    expect(refusal(`${deepest}/a`, 'list')).toEqual(refused);
    expect(refusal(`${deepest}/a/a`, 'list')).toEqual(refused);
    expect(refusal(`${deepest}/a/a/x.ts`)).toEqual(refused);
    expect(kind(`${deepest}/a/a/x.ts`)).toBe('other');
  });

  it('a link on a path that is too deep is reported as a link, and a missing file is missing', () => {
    const { refusal, read } = prepared({ [`outside${'/a'.repeat(300)}/x.ts`]: '' }, { 'project/b': '../outside/a' });
    expect(refusal(`project/b${'/a'.repeat(299)}/x.ts`)).toEqual(['link', 'project/b']);
    expect(read(`project/c${'/a'.repeat(299)}/x.ts`)).toBeUndefined();
  });

  it('each folder on the way is looked at once', () => {
    const asked: string[] = [];
    const kind = (path: string) => (asked.push(path), 'directory' as const);
    const host = confined({ ...disk, kind, read: () => '' }, { root: '/p', isTool: () => false, workspace: () => [] });
    for (let file = 0; file < 100; file += 1) host.read(`/p/a/b/c/${file}`);
    expect(asked).toEqual(['/p/a', '/p/a/b', '/p/a/b/c']);
  });

  it('a project that is reached through a link is read', () => {
    const folder = temporaryFolder({ 'real/src/a.ts': 'a' });
    symlinkSync('real', join(folder, 'linked'));
    const root = join(folder, 'linked');
    const host = confined(disk, { root, isTool: () => false, workspace: () => [] });
    expect(host.read(join(root, 'src/a.ts'))).toBe('a');
  });
});

describe('outside of a project', () => {
  it('nothing is there but the tool', () => {
    const { read, list, kind } = prepared({});
    expect(read('outside/secret.ts')).toBeUndefined();
    expect(list('outside')).toEqual([]);
    expect(kind('outside/secret.ts')).toBe('missing');
    expect(read('tool/api.d.ts')).toBe('tool');
  });

  it('an installed package is read where it is a part of the project, and not where it is a link to something else', () => {
    const { read } = prepared(
      { 'project/node_modules/.store/real/package.json': '{}', 'project/packages/own/index.ts': 'own' },
      {
        'project/node_modules/real': '.store/real',
        'project/node_modules/own': '../packages/own',
        'project/node_modules/evil': '../../outside',
      },
    );
    expect(read('project/node_modules/real/package.json')).toBe('{}');
    expect(read('project/node_modules/own/index.ts')).toBe('own');
    expect(read('project/node_modules/evil/secret.ts')).toBeUndefined();
  });

  it.each([
    ['the git checkout', { '.git/HEAD': '' }],
    ['the npm workspace', { 'package.json': '{ "workspaces": ["proj*"] }' }],
    ['the Yarn workspace', { 'package.json': '{ "workspaces": { "packages": ["**"] } }' }],
    ['the pnpm workspace', { 'pnpm-workspace.yaml': 'packages:\n- project\n' }],
  ] as readonly (readonly [string, Record<string, string>])[])(
    '%s around it is read, through links as well, and what links lead out of is not',
    (_, files) => {
      const { read } = prepared(
        { ...files, 'shared/part.ts': 'part' },
        { 'project/node_modules/shared': '../../shared', 'shared/out': '/dev', 'shared/.git': '../outside' },
      );
      expect(read('shared/part.ts')).toBe('part');
      expect(read('project/node_modules/shared/part.ts')).toBe('part');
      expect(read('shared/out/zero')).toBeUndefined();
    },
  );

  it.each([
    ['does not list it', { 'package.json': '{ "workspaces": ["packages/*", "other"] }' }],
    ['takes it out again', { 'package.json': '{ "workspaces": ["*", "!project"] }' }],
    ['cannot be read', { 'pnpm-workspace.yaml': 'packages: [\n' }],
    ['is a folder', { 'package.json/x': '' }],
  ] as readonly (readonly [string, Record<string, string>])[])('a workspace that %s is not', (_, files) => {
    expect(prepared({ ...files, 'shared/part.ts': 'part' }).read('shared/part.ts')).toBeUndefined();
  });
});

it('all files of a run together are limited', () => {
  const text = 'x'.repeat(16 * 1024 * 1024);
  const host = confined(
    { ...disk, kind: () => 'directory', read: () => text },
    { root: '/project', isTool: () => false, workspace: () => [] },
  );
  for (let index = 0; index < 16; index += 1) expect(host.read(`/project/${index}`)).toBe(text);
  expect(host.read('/project/0')).toBe(text);
  expect(() => host.read('/project/16')).toThrow(FileRefused);
});
