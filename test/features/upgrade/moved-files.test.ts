import { beforeAll, describe, expect, test, vi } from 'vitest';
import { runLine, type Ran } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';
import { asOf, commandsOf } from '../../support/old-project.js';
import { syntheticReleases, twoReleases } from '../../support/synthetic-releases.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const releases = syntheticReleases();
const list = commandsOf(releases);

let old: Files;

beforeAll(async () => {
  const present = await accepted(
    new Map(),
    'init --domain my.domain --project-name test-operator --skip-install',
    'create api --version v1 --kind WebServer',
  );
  old = asOf(present, releases, '0.0.1');
});

const upgraded = (files: readonly (readonly [string, string])[]): Promise<Ran> =>
  runLine(new Map([...old, ...files]), 'upgrade', list);

function withText(path: string, before: string, after: string): readonly [string, string] {
  expect(old.get(path)).toContain(before);
  return [path, old.get(path)!.replace(before, after)];
}

describe('a file that moves', () => {
  test.each([
    ['mine.js', "import './hack/operator.js';\n", "import './hack/run.js';\n"],
    ['hack/mine.mjs', "export * from './operator.js';\n", "export * from './run.js';\n"],
    ['hack/deep/mine.cjs', "require('../operator');\n", "require('../run.js');\n"],
    ['test/mine.js', "await import('./setup/start.js');\n", "await import('./global-setup.js');\n"],
  ])('is imported by its new path in %s', async (path, before, after) => {
    const ran = await upgraded([[path, before]]);
    expect(ran.exitCode, ran.said).toBe(0);
    expect(ran.files.get(path)).toBe(after);
    expect(ran.said).not.toContain('stale-path');
  });

  test('has its new path in the scripts of package.json', async () => {
    const scripts = '"mine": "NODE_ENV=test node ./hack/operator.js --verbose && node hack/operator.js",';
    const ran = await upgraded([withText('package.json', '"scripts": {', `"scripts": {\n    ${scripts}`)]);
    expect(ran.exitCode, ran.said).toBe(0);
    expect(ran.files.get('package.json')).toContain('"NODE_ENV=test node ./hack/run.js --verbose && node hack/run.js"');
    expect(ran.said).not.toContain('stale-path');
  });

  test('has its new path in the configuration of the compiler, and patterns stay', async () => {
    const config =
      '{\n  // Mine.\n  "files": ["../test/setup/start.ts"],\n  "include": ["../test/setup/**"],\n' +
      '  "compilerOptions": { "paths": { "@start": ["../test/setup/start.ts"] } }\n}\n';
    const ran = await upgraded([['tools/tsconfig.json', config]]);
    expect(ran.exitCode, ran.said).toBe(0);
    expect(ran.files.get('tools/tsconfig.json')).toBe(
      config.replaceAll('"../test/setup/start.ts"', '"../test/global-setup.ts"'),
    );
  });

  test('is reported where it is named in another way', async () => {
    const ran = await upgraded([
      ['.github/workflows/mine.yml', 'jobs:\n  mine:\n    steps:\n      - run: node hack/operator.js\n'],
      ['mine.sh', '#!/bin/sh\nnode "$ROOT/hack/operator.js"\n'],
      ['broken.js', "import './hack/operator.js\n"],
      withText('Makefile', '.PHONY: test\n', '.PHONY: mine\nmine:\n\tnode hack/operator.js\n\n.PHONY: test\n'),
      withText('package.json', '"scripts": {', '"scripts": {\n    "mine": "cd . && node hack/operator.js",'),
    ]);
    expect(ran.exitCode, ran.said).toBe(0);
    const places = [...ran.said.matchAll(/^(\S+) - warning stale-path: this names hack\/operator\.js/gm)];
    expect(places.map(([, place]) => place)).toEqual([
      '.github/workflows/mine.yml:4:19',
      expect.stringMatching(/^Makefile:\d+:7$/) as string,
      'broken.js:1:9',
      'mine.sh:2:7',
      expect.stringMatching(/^package\.json:\d+:\d+$/) as string,
    ]);
  });

  test('and that a file which is not UTF-8 imports is refused with the right help', async () => {
    const ran = await upgraded([['test/mine.ts', "import './setup/start.js';\n// \ufffd\n"]]);
    expect(ran.exitCode).toBe(2);
    expect(ran.said).toContain('error not-utf8: test/mine.ts');
    expect(ran.said).toContain('help: save it as UTF-8');
  });
});

describe('a file that a release removes', () => {
  test.each([
    ['mine.js', "import './hack/legacy.js';\n"],
    ['hack/mine.mjs', "import './legacy.js';\n"],
    ['test/mine.ts', "import '../hack/legacy.js';\n"],
    ['mine.sh', 'node hack/legacy.js\n'],
    ['Dockerfile.mine', 'COPY hack/legacy.js .\n'],
    ['.github/workflows/mine.yml', 'jobs:\n  mine:\n    steps:\n      - run: node hack/legacy.js\n'],
  ])('is kept if %s uses it', async (path, text) => {
    const ran = await upgraded([[path, text]]);
    expect(ran.exitCode, ran.said).toBe(0);
    expect(ran.files.get('hack/legacy.js')).toBe(old.get('hack/legacy.js'));
    expect(ran.said).toContain(`warning file-in-use: hack/legacy.js is kept, because ${path}:`);
    expect(ran.said).not.toContain('--force');
  });

  test('is kept if a script of package.json uses it', async () => {
    const ran = await upgraded([
      withText('package.json', '"scripts": {', '"scripts": {\n    "mine": "node hack/legacy.js",'),
    ]);
    expect(ran.files.has('hack/legacy.js')).toBe(true);
  });

  test('is removed if only a text mentions it', async () => {
    const ran = await upgraded([['docs/mine.md', 'See hack/legacy.js.\n']]);
    expect(ran.files.has('hack/legacy.js')).toBe(false);
    expect(ran.said).not.toContain('file-in-use');
  });
});

describe('a target of the Makefile that a release renames', () => {
  test('is reported where it is used', async () => {
    const ran = await upgraded([
      ['.github/workflows/mine.yml', 'jobs:\n  mine:\n    steps:\n      - run: make fmt lint-and-fix\n'],
      ['mine.js', "spawnSync('make', ['lint-and-fix']);\n"],
      ['mine.mk', 'mine: fmt \\\n  lint-and-fix ## lint-and-fix\n\t$(MAKE) -s lint-and-fix\n'],
      ['mine.sh', '# The target lint-and-fix.\nmake lint-and-fix-all fmt && echo lint-and-fix\n'],
      withText('Makefile', '.PHONY: test\n', '.PHONY: diff\ndiff: manifests lint-and-fix\n\n.PHONY: test\n'),
    ]);
    expect(ran.exitCode, ran.said).toBe(0);
    const places = [...ran.said.matchAll(/^(\S+) - warning stale-target: .*, which is now lint-fix$/gm)];
    expect(places.map(([, place]) => place)).toEqual([
      '.github/workflows/mine.yml:4:23',
      expect.stringMatching(/^Makefile:\d+:17$/) as string,
      'mine.js:1:21',
      'mine.mk:2:3',
      'mine.mk:3:13',
    ]);
  });

  test('is not reported in a project that does not use it', async () => {
    const ran = await upgraded([['mine.sh', 'make fmt\n']]);
    expect(ran.said).not.toContain('stale-target');
  });
});

describe('files that a release scaffolds only with a part of the project', () => {
  const folder = 'config/prometheus/';
  const two = twoReleases((texts) => {
    for (const [path, text] of [...texts].filter(([each]) => each.startsWith(`prometheus/${folder}`))) {
      texts.delete(path);
      texts.set(path.replace('prometheus/', 'init/'), text);
    }
  });
  const kustomization = 'config/default/kustomization.yaml';
  let earlier: Files;
  const left = ({ files }: Ran): readonly string[] => [...files.keys()].filter((path) => path.startsWith(folder));

  beforeAll(async () => {
    const present = await accepted(new Map(), 'init --domain my.domain --project-name test-operator --skip-install');
    earlier = asOf(present, two, '0.0.9');
  });

  test('go where nothing deploys them', async () => {
    expect([...earlier.keys()].filter((path) => path.startsWith(folder))).toHaveLength(3);
    const ran = await runLine(earlier, 'upgrade', commandsOf(two));
    expect(ran.exitCode, ran.said).toBe(0);
    expect(left(ran)).toEqual([]);
  });

  test.each(['- ../prometheus', '- ../prometheus/', '- ../prometheus/monitor.yaml'])(
    'stay where a kustomization of the user has %s',
    async (line) => {
      const text = earlier.get(kustomization)!.replace('- ../manager\n', `- ../manager\n${line}\n`);
      const ran = await runLine(new Map(earlier).set(kustomization, text), 'upgrade', commandsOf(two));
      expect(ran.exitCode, ran.said).toBe(0);
      expect(left(ran), ran.said).not.toEqual([]);
      const checked = await runLine(ran.files, 'check', commandsOf(two));
      expect(checked.exitCode, checked.said).toBe(0);
    },
  );
});
