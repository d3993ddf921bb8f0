import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { printRun, thisRun } from '../../../src/base/io/run.js';
import { snapshot, temporaryFolder, type Tree } from '../../support/tree.js';
import { buildCliForNobody, nobody, type CliForNobody } from './built-for-nobody.js';
import { spawnCli } from './built.js';
import { sha256 } from '../../../src/base/io/sha256.js';
import { few } from '../../support/few.js';

// What a stranger can commit to a repository, run by the command line as it is shipped, as a user without any rights.

const golden = join(import.meta.dirname, '../../golden/one-api');
const hook = '#!/bin/sh\ntouch /tmp/executed\n';
const head = 'ref: refs/heads/main\n';
const ended = printRun({ ...thisRun(), pid: 0 });

let built: CliForNobody;
beforeAll(async () => {
  built = await buildCliForNobody();
}, 120_000);
afterAll(() => built.remove());

/** A clone of a project to which a stranger has committed these files; the clone belongs to the user. */
function hostileClone(files: Tree): string {
  const root = temporaryFolder();
  cpSync(golden, root, { recursive: true });
  for (const [path, content] of Object.entries({ '.git/HEAD': head, '.git/hooks/x.sample': '', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  own(root);
  return root;
}

function own(folder: string): void {
  if (nobody === undefined) return;
  chownSync(folder, nobody.uid, nobody.gid);
  for (const [path, text] of Object.entries(snapshot(folder))) {
    if (!text.startsWith('link to ')) chownSync(join(folder, path), nobody.uid, nobody.gid);
  }
}

/** A folder of the user's. */
function home(): string {
  const folder = temporaryFolder();
  own(folder);
  return folder;
}

function run(cwd: string, line: string, env: Record<string, string> = {}) {
  const place = home();
  return spawnCli(built, line.split(' '), {
    cwd,
    env: { HOME: place, XDG_CACHE_HOME: join(place, 'cache'), XDG_STATE_HOME: join(place, 'state'), ...env },
    program: built.node,
    ...nobody,
  });
}

/** The record of the project with one entry more. */
function recordWith(entries: Readonly<Record<string, string>>, ownership = 'generated'): Tree {
  const files = Object.fromEntries(
    Object.entries(entries).map(([path, text]) => [path, { ownership, hash: sha256(text) }]),
  );
  return { '.operator-gen/scaffold.json': JSON.stringify({ version: 1, files }) };
}

const step = (path: string, action: string) => JSON.stringify({ steps: [{ path, action }], folders: [] });
const pending = (files: Tree, owner = `run-${ended}`): Tree =>
  Object.fromEntries(
    Object.entries({ [owner]: '', ...files }).map(([name, text]) => [`.operator-gen/pending/${name}`, text]),
  );

vi.setConfig({ testTimeout: 120_000 });

const commands = [
  'check',
  'inspect',
  'manifests',
  'edit --multigroup',
  'rename api --group apps --kind WebServer --to-kind Site',
];

const creatingHook = pending({ 'redo.json': step('.git/hooks/pre-commit', 'create'), '0.after': hook });

describe('a committed journal', () => {
  it.each<readonly [string, Tree]>([
    ['replaces a file', pending({ 'redo.json': step('src/main.ts', 'update'), '0.after': hook })],
    ['takes a step back', pending({ 'undo.json': step('package.json', 'delete'), '0.before': hook })],
    ['has no owner', pending({ 'redo.json': step('.git/HEAD', 'delete') }, 'x')],
    ['was never promised', { [`.operator-gen/staged-${ended}/0.after`]: hook }],
  ])('is refused that %s', (_, files) => expectRefused('manifests', files));

  it.each(commands)('that creates a hook is refused by %s', (line) => expectRefused(line, creatingHook));

  function expectRefused(line: string, files: Tree): void {
    const root = hostileClone(files);
    const start = snapshot(root);
    const { exitCode, stderr } = run(root, line);
    expect(stderr).toContain('error untrusted-journal: .operator-gen/');
    expect(stderr).toContain('help: move the folder .operator-gen/');
    expect(exitCode).toBe(1);
    expect(snapshot(root)).toEqual(start);
  }
});

describe('a committed record', () => {
  const victims = {
    '.git/HEAD': head,
    'hack/run.sh': 'echo\n',
    'node_modules/a/index.js': 'a\n',
    'src/extra.ts': '\n',
  };

  it.each(['generated', 'sample'])('deletes no file of the user, as %s', (ownership) => {
    const files = { ...victims, ...recordWith(victims, ownership) };
    const root = hostileClone(files);
    const { exitCode, stderr } = run(root, 'manifests');
    for (const path of Object.keys(victims)) {
      expect(snapshot(root)[path]?.slice(4)).toBe(victims[path as keyof typeof victims]);
      expect(stderr).toContain(`warning invalid-record-entry: .operator-gen/scaffold.json lists ${path} as generated`);
    }
    expect(exitCode).toBe(0);
    expect(run(root, 'check')).toMatchObject({
      exitCode: 0,
      stderr: expect.not.stringContaining('invalid-record-entry'),
    });
  });

  it('is reported by check, which writes nothing', () => {
    const root = hostileClone({ ...victims, ...recordWith(victims) });
    const start = snapshot(root);
    const { exitCode, stderr } = run(root, 'check');
    expect(stderr).toContain('invalid-record-entry');
    expect(exitCode).toBe(3);
    expect(snapshot(root)).toEqual(start);
  });
});

describe('a home in the clone', () => {
  /** The best that a stranger could do who knew path and inode of the clone: all of it is right, but for where it lies. */
  function journalIn(root: string): Tree {
    const key = createHash('sha256')
      .update(JSON.stringify([root, String(statSync(root, { bigint: true }).ino)]))
      .digest('hex')
      .slice(0, 32);
    const steps = [{ path: 'src/new.ts', action: 'create', after: sha256(hook) }];
    return { [`journals/${key}-${ended}.redo`]: JSON.stringify({ steps, folders: [] }) };
  }

  it.each(['XDG_STATE_HOME', 'HOME'])('as %s gives no journal any authority', (variable) => {
    const root = hostileClone(pending({ '0.after': hook }));
    const base = join(root, 'h');
    const state = join(base, variable === 'HOME' ? '.local/state/operator-gen' : 'operator-gen');
    for (const [path, text] of Object.entries(journalIn(root))) {
      mkdirSync(dirname(join(state, path)), { recursive: true });
      writeFileSync(join(state, path), text, { mode: 0o600 });
      chmodSync(join(state, 'journals'), 0o700);
    }
    own(root);
    const start = snapshot(root);
    const env = { HOME: base, XDG_STATE_HOME: variable === 'HOME' ? '' : base, XDG_CACHE_HOME: '' };
    for (const line of ['check', 'manifests']) {
      const { exitCode, stderr } = run(root, line, env);
      expect(stderr).toContain('error untrusted-journal');
      expect(exitCode).toBe(1);
    }
    expect(snapshot(root)).toEqual(start);
  });

  few(1).each(['../h', 'h', '.'])('is not written to, whether absolute or as %j', (relative) => {
    const root = hostileClone({ 'h/x': '' });
    const start = snapshot(root);
    for (const value of [relative, join(root, 'h')]) {
      const env = { HOME: value, XDG_STATE_HOME: '', XDG_CACHE_HOME: '' };
      expect(run(root, 'check', env)).toMatchObject({ exitCode: 0 });
      expect(run(root, 'check', { ...env, XDG_STATE_HOME: value, XDG_CACHE_HOME: value })).toMatchObject({
        exitCode: 0,
      });
    }
    expect(snapshot(root)).toEqual(start);
    expect(run(root, 'edit --multigroup', { HOME: 'h', XDG_STATE_HOME: 'h', XDG_CACHE_HOME: 'h' }).exitCode).toBe(0);
    expect(Object.keys(snapshot(root)).filter((path) => path.startsWith('h/'))).toEqual(['h/', 'h/x']);
  });
});

describe('a user without a home', () => {
  const nowhere = { HOME: '/nonexistent', XDG_STATE_HOME: '', XDG_CACHE_HOME: '' };

  it('is served by the temporary folder', () => {
    const root = hostileClone({});
    const shared = temporaryFolder();
    chmodSync(shared, 0o1777);
    const env = { ...nowhere, TMPDIR: shared };
    expect(run(root, 'edit --multigroup', env)).toMatchObject({ exitCode: 0 });
    const uid = nobody?.uid ?? process.getuid?.();
    expect(Object.keys(snapshot(shared))).toEqual([`operator-gen-${uid}/`, `operator-gen-${uid}/journals/`]);
    expect(existsSync('/nonexistent')).toBe(false);
  });

  it('is refused where that one is of no use either, and check is not', () => {
    const root = hostileClone({});
    const env = { ...nowhere, TMPDIR: '/nonexistent' };
    const start = snapshot(root);
    const { exitCode, stderr } = run(root, 'edit --multigroup', env);
    expect(stderr).toContain('error no-private-folder');
    expect(exitCode).toBe(1);
    expect(run(root, 'check', env)).toMatchObject({ exitCode: 0 });
    expect(snapshot(root)).toEqual(start);
  });

  it.skipIf(nobody === undefined)('does not use what another user has prepared (needs to be run as root)', () => {
    const root = hostileClone({});
    const shared = temporaryFolder();
    chmodSync(shared, 0o1777);
    mkdirSync(join(shared, `operator-gen-${nobody!.uid}/journals`), { recursive: true });
    const { stderr } = run(root, 'edit --multigroup', { ...nowhere, TMPDIR: shared });
    expect(stderr).toContain('error no-private-folder');
    expect(Object.keys(snapshot(shared))).toHaveLength(2);
  });
});

describe('a folder with the names of ours', () => {
  it('that is a link is not followed', () => {
    const theirs = home();
    writeFileSync(join(theirs, 'scaffold.json'), '{ "version": 1, "files": {} }');
    const root = hostileClone({});
    rmSync(join(root, '.operator-gen'), { recursive: true });
    symlinkSync(theirs, join(root, '.operator-gen'));
    const start = snapshot(theirs);
    expect(run(root, 'manifests')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('symbolic-link') });
    expect(snapshot(theirs)).toEqual(start);
  });

  it.skipIf(nobody === undefined)('in the cache of another user gets no code and gives none (needs root)', () => {
    const root = hostileClone({});
    const cache = temporaryFolder();
    mkdirSync(join(cache, 'operator-gen/compiled'), { recursive: true });
    mkdirSync(join(cache, 'operator-gen/runs'));
    for (const name of ['', 'compiled', 'runs']) chmodSync(join(cache, 'operator-gen', name), 0o777);
    chmodSync(cache, 0o777);
    expect(run(root, 'check', { XDG_CACHE_HOME: cache })).toMatchObject({ exitCode: 0 });
    expect(Object.keys(snapshot(cache))).toHaveLength(3);
  });
});
