import { beforeAll, describe, expect, it } from 'vitest';
import { changes } from '../../sequences/state.js';
import { edit, editAs } from '../../sequences/user.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const rename = 'rename api --group ship --kind Boat --to-kind Skiff';
const renameBack = 'rename api --group ship --kind Skiff --to-kind Boat';

describe('a project whose user has written into every file', () => {
  let files: Files = new Map();

  beforeAll(async () => {
    files = await accepted(
      files,
      'init --domain example.com --project-name test-operator --skip-install',
      'create api --group ship --version v1 --kind Boat',
      'create api --group ship --version v1 --kind Crane',
      'create webhook --group ship --version v1 --kind Boat --defaulting',
    );
    files = edit(files);
  });

  // What is kept of a kind that goes is still moved and listed, and what we wrote is still known.
  it.each([
    [
      'moved, with what is left of a kind',
      ['delete api --group ship --version v1 --kind Boat'],
      'edit --multigroup',
      'edit --no-multigroup',
    ],
    [
      'renamed, beside what is left of a kind',
      ['delete api --group ship --version v1 --kind Crane'],
      rename,
      renameBack,
    ],
    ['renamed after a change in place', ['edit --namespaced'], rename, renameBack],
    ['changed in place', [], 'edit --namespaced --domain example.org', 'edit --no-namespaced --domain example.com'],
  ])('is the same byte for byte after it was %s, and back', async (_, first, there, back) => {
    const before = await accepted(files, ...first);
    const changed = await accepted(before, there);
    expect(changes(before, changed)).not.toEqual([]);
    expect(changes(before, await accepted(changed, back))).toEqual([]);
  });
});

it('a kind gets the name that one of another group has, and its own again', async () => {
  const before = await accepted(
    new Map(),
    'init --domain example.com --project-name test-operator --multigroup --skip-install',
    'create api --group dock --version v1 --kind Skiff',
    'create api --group ship --version v1 --kind Boat',
  );
  expect(changes(before, await accepted(before, rename, renameBack))).toEqual([]);
});

describe('a project whose user has commented or formatted all code', () => {
  const tests = (files: Files): readonly (readonly [string, string])[] =>
    [...files].filter(([path]) => path.endsWith('.test.ts'));

  it.each([['# a user comments code everywhere'], ['# a user formats code with double quotes in narrow lines']])(
    'keeps all of it when a kind is renamed, and only names and strings follow: %s',
    async (line) => {
      const scaffolded = await accepted(
        new Map(),
        'init --domain example.com --project-name test-operator --skip-install',
        'create api --group ship --version v1 --kind Boat',
        'create webhook --group ship --version v1 --kind Boat --defaulting',
      );
      const before = await editAs(scaffolded, line);
      const after = await accepted(before, rename);
      const expected = tests(before).map(([path, text]) =>
        [path, text].map((each) => each.replaceAll('Boat', 'Skiff').replaceAll('boat', 'skiff')),
      );
      expect(Object.fromEntries(tests(after))).toEqual(Object.fromEntries(expected));
      expect(changes(before, await accepted(after, renameBack))).toEqual([]);
    },
  );
});
