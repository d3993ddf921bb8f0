import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk } from '../../src/base/io/disk.js';
import type { Host } from '../../src/base/io/host.js';
import { generate } from '../../src/library/generate.js';
import { inspect } from '../../src/library/inspect.js';
import { listedNames } from '../../src/project/listed-names.js';
import { newProjectText } from '../../src/project/project-edit.js';
import { refuseForeignProject } from '../../src/project/trusted-project.js';
import { cli } from '../cli/framework/support.js';
import { temporaryFolder } from '../support/tree.js';

const [root, me, stranger] = [0, 1001, 1002];
const text = newProjectText({ domain: 'my.domain', projectName: 'shop' }, '0.1.0');

interface Case {
  readonly user?: number | undefined;
  readonly folder: number;
  readonly file?: number;
  readonly mode?: number;
}

/** A disk with one project on it, or with a folder alone, that belong to certain users. */
function host({ user, folder, file, mode = 0o755 }: Case): Host {
  return {
    ...disk,
    user: () => user,
    kind: () => (file === undefined ? 'missing' : 'file'),
    owner: (path) => (path.endsWith('PROJECT') ? file : folder),
    mode: () => mode,
    realpath: (path) => path.replace('/link', '/shared'),
  };
}

const check = (given: Case, trusted?: string) => () =>
  refuseForeignProject(host(given), '/shared/shop', { OPERATOR_GEN_TRUSTED_FOLDERS: trusted });

const names = [{ group: 'ship', version: 'v1', kind: 'Frigate' }];
/** The names that the completion of a shell offers. */
const offered = (given: Case, trusted?: string) =>
  listedNames(
    { ...host(given), read: () => 'resources:\n- group: ship\n  kind: Frigate\n  version: v1\n' },
    '/shared/shop',
    { OPERATOR_GEN_TRUSTED_FOLDERS: trusted },
  );

describe('a project is worked in', () => {
  it.each<readonly [string, Case]>([
    ["the user's own", { user: me, folder: me, file: me }],
    [
      "the user's own on a file system that shows every folder as open",
      { user: me, folder: me, file: me, mode: 0o777 },
    ],
    ["root's that others only read", { user: me, folder: root, file: root }],
    ["the user's own files in root's folder", { user: me, folder: root, file: me }],
    ["root's own", { user: root, folder: root, file: root, mode: 0o777 }],
    ["a checkout of another user in a root user's container", { user: root, folder: me, file: me }],
    ['a system without numbers of users', { user: undefined, folder: stranger, file: stranger }],
    ['a new folder of the user', { user: me, folder: me }],
  ])('%s', (_, given) => {
    expect(check(given)).not.toThrow();
    if (given.file !== undefined) expect(offered(given)).toEqual(names);
  });
});

const refused: readonly (readonly [string, Case, string])[] = [
  [
    "a stranger's",
    { user: me, folder: stranger, file: stranger },
    'the folder /shared/shop belongs to another user (1002)',
  ],
  [
    "a stranger's PROJECT in the user's folder",
    { user: me, folder: me, file: stranger, mode: 0o1777 },
    'PROJECT in /shared/shop belongs to another user (1002)',
  ],
  ["the user's PROJECT in a stranger's folder", { user: me, folder: stranger, file: me }, 'the folder /shared/shop'],
  [
    "a stranger's in root's folder that all can write to",
    { user: me, folder: root, file: stranger, mode: 0o777 },
    'the folder /shared/shop is writable by all users',
  ],
  [
    "a stranger's PROJECT in root's folder, for root",
    { user: root, folder: root, file: stranger, mode: 0o777 },
    'PROJECT in /shared/shop',
  ],
  ["an open folder of another user's, for root", { user: root, folder: me, file: me, mode: 0o777 }, 'the folder'],
  ['a new project in a folder that all can write to', { user: me, folder: root, mode: 0o777 }, 'the folder'],
  ["a new project in a stranger's folder", { user: me, folder: stranger }, 'the folder'],
];

describe.each(refused)('%s', (_, given, message) => {
  it('is refused', () => {
    expect(check(given)).toThrow(`untrusted-project: ${message}`);
    expect(check(given, '')).toThrow('untrusted-project');
    expect(check(given, '/shared/sho:shared:/other')).toThrow('untrusted-project');
    expect(offered(given)).toEqual([]);
  });

  it.each(['/shared/shop', '/other:/shared', '/', '/link/shop/'])('is worked in where %s is trusted', (trusted) => {
    expect(check(given, trusted)).not.toThrow();
    if (given.file !== undefined) expect(offered(given, trusted)).toEqual(names);
  });
});

// Only root can make a file of somebody else.
describe.runIf(process.getuid?.() === 0)('a real project of a stranger', () => {
  it('is found by no command above a folder, and nothing of it is read or recovered', async () => {
    const shared = temporaryFolder({ PROJECT: text, '.operator-gen/pending/run-1-1-00000000': '' });
    chmodSync(shared, 0o1777);
    chownSync(join(shared, 'PROJECT'), stranger, stranger);
    const cwd = join(shared, 'mine');
    mkdirSync(cwd);
    for (const words of [['manifests'], ['check'], ['inspect'], ['create', 'api', '--version', 'v1', '--kind', 'A']]) {
      const ran = await cli(words, { cwd });
      expect(ran.stderr).toMatch(/^error untrusted-project: PROJECT in .* belongs to another user \(1002\)\n/);
      expect(ran.exitCode).toBe(1);
    }
    const answers = [await generate({ cwd, write: true }), await inspect({ cwd })];
    for (const { diagnostics } of answers) expect(diagnostics.map(({ code }) => code)).toEqual(['untrusted-project']);
  });

  it('does not keep a folder below from being a project of its own', async () => {
    const shared = temporaryFolder({ PROJECT: text, 'mine/PROJECT': text });
    chownSync(join(shared, 'PROJECT'), stranger, stranger);
    writeFileSync(join(shared, 'mine/tsconfig.json'), '{}');
    const { diagnostics } = await inspect({ cwd: join(shared, 'mine') });
    expect(diagnostics.map(({ code }) => code)).not.toContain('untrusted-project');
  });
});
