import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { archiveProblem } from '../../../scripts/pack-templates.js';
import { packRelease, printRelease } from '../../../src/project/layout/pack-release.js';
import {
  archiveFolder,
  movedTemplates,
  readReleases,
  releasesBetween,
  renamedSince,
  unpackReleases,
  type ArchivedRelease,
  type Release,
} from '../../../src/project/layout/releases.js';
import { toolVersion } from '../../../src/base/io/tool.js';
import { filesFor, layoutsFolder, type ScaffoldedFor } from '../../support/layout-hashes.js';
import { syntheticReleases } from '../../support/synthetic-releases.js';

const releases = readReleases();

describe('the archive of templates', () => {
  test('has the present templates as those of the version in package.json (npm run golden)', () => {
    expect(archiveProblem(releases)).toBeUndefined();
  });

  test('cannot be published without this version, or with other templates', () => {
    const last = releases.at(-1)!;
    expect(archiveProblem([])).toContain(`no release ${toolVersion()}`);
    expect(archiveProblem([{ ...last, version: '9.9.9' }])).toContain('run: npm run golden');
    const changed = new Map(last.templates).set('init/Makefile', 'all:\n');
    expect(archiveProblem([{ ...last, templates: changed }])).toContain('another init/Makefile');
  });

  test('is smaller than 300 kB', () => {
    const texts = readdirSync(archiveFolder).map((name) => readFileSync(join(archiveFolder, name), 'utf8'));
    expect(gzipSync(texts.join('')).length).toBeLessThan(300_000);
  });

  test.each(releases.map((each) => [each.version, each] as const))(
    'renders as release %s did for the golden projects',
    (version, release) => {
      const known = JSON.parse(readFileSync(join(layoutsFolder, `${version}.json`), 'utf8')) as ScaffoldedFor[];
      expect(known.length).toBeGreaterThan(5);
      for (const { project, files } of known) expect(filesFor(release, project)).toEqual(files);
    },
  );
});

describe('an archived release', () => {
  const first: Release = {
    version: '1.0.0',
    templates: new Map([
      ['init/a', 'one\ntwo\nthree\n'],
      ['init/b', 'b\n'],
    ]),
    moved: {},
    renamedExports: [],
  };
  const second: Release = {
    version: '1.1.0',
    templates: new Map([
      ['init/a', 'zero\none\n2\nthree'],
      ['init/c', 'c\n'],
    ]),
    moved: { 'init/b': 'init/c' },
    renamedExports: [{ module: 'm', from: 'a', to: 'b' }],
  };

  test('is the same when it is read again, in any order of the files', () => {
    const files = [packRelease(second, first), packRelease(first)];
    const read = files.map((each) => JSON.parse(printRelease(each)) as ArchivedRelease);
    expect(unpackReleases(read)).toEqual([first, second]);
  });

  test('has only the lines that changed', () => {
    expect(packRelease(second, first).templates).toEqual({
      'init/a': [
        [0, 0, 'zero'],
        [1, 2, '2'],
        [3, 4],
      ],
      'init/b': null,
      'init/c': 'c\n',
    });
  });

  test('is refused without the release that it is based on', () => {
    expect(() => unpackReleases([packRelease(second, first)])).toThrow(
      'the archive has no release after the first one',
    );
  });
});

describe('the releases between two', () => {
  const release = (
    version: string,
    moved: Release['moved'],
    renamed: readonly (readonly [string, string])[],
  ): Release => ({
    version,
    templates: new Map(),
    moved,
    renamedExports: renamed.map(([from, to]) => ({ module: 'm', from, to })),
  });
  const all = [
    release('1', {}, []),
    release('2', { a: 'b' }, [['x', 'y']]),
    release('3', { b: 'c', d: 'e' }, [
      ['y', 'z'],
      ['p', 'q'],
    ]),
  ];

  test('are those after the first one', () => {
    expect(releasesBetween(all, '1', '3').map(({ version }) => version)).toEqual(['2', '3']);
    expect(releasesBetween(all, '2', '2')).toEqual([]);
  });

  test('move a template from its first to its last path', () => {
    expect([...movedTemplates(all)]).toEqual([
      ['a', 'c'],
      ['d', 'e'],
    ]);
  });

  test('rename an export to its last name', () => {
    expect(renamedSince(all).map(({ from, to }) => [from, to])).toEqual([
      ['x', 'z'],
      ['p', 'q'],
    ]);
  });
});

test('the releases of the tests differ from each other', () => {
  const texts = syntheticReleases().map(({ templates }) => JSON.stringify([...templates]));
  expect(new Set(texts).size).toBe(4);
});
