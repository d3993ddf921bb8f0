import { beforeAll, expect, test, vi } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { differences } from '../../sequences/state.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';
import { asOf, commandsOf } from '../../support/old-project.js';
import { syntheticReleases } from '../../support/synthetic-releases.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const releases = syntheticReleases();
const list = commandsOf(releases);

let present: Files;

beforeAll(async () => {
  present = await accepted(
    new Map(),
    'init --domain my.domain --project-name test-operator --skip-install',
    'create api --version v1 --kind WebServer',
  );
});

const mapTexts = (files: Files, change: (text: string) => string): Files =>
  new Map([...files].map(([path, text]) => [path, change(text)]));
const crlf = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
const lf = (text: string): string => text.replaceAll('\r\n', '\n');

/** The files that have a line ending of the other sort, except for scripts that the system starts. */
function notIn(eol: 'crlf' | 'lf', files: Files): readonly string[] {
  const isWrong = (text: string): boolean => (eol === 'lf' ? text.includes('\r') : /(?<!\r)\n/.test(text));
  return [...files].filter(([, text]) => isWrong(text) && !text.startsWith('#!')).map(([path]) => path);
}

test('a project with CRLF has CRLF after an upgrade, and is otherwise the same as with LF', async () => {
  const old = asOf(present, releases, '0.0.1');
  const [windows, unix] = [await runLine(mapTexts(old, crlf), 'upgrade', list), await runLine(old, 'upgrade', list)];
  expect(windows.exitCode, windows.said).toBe(0);
  expect(notIn('crlf', windows.files)).toEqual([]);
  const record = '.operator-gen/scaffold.json';
  const [one, other] = [windows.files, unix.files].map(
    (files) => new Map([...mapTexts(files, lf)].filter(([path]) => path !== record)),
  );
  expect(differences(one!, other!)).toEqual([]);
});

test('a project with CRLF is up to date, and every command writes CRLF and is undone byte by byte', async () => {
  const start = mapTexts(present, crlf);
  const check = await runLine(start, 'check');
  expect(check.exitCode, check.said).toBe(0);
  const more = await accepted(
    start,
    'create api --version v1 --kind Cache --image memcached:1.6',
    'create webhook --version v1 --kind Cache --defaulting',
  );
  expect(notIn('crlf', more)).toEqual([]);
  const less = await accepted(
    more,
    'delete webhook --version v1 --kind Cache --defaulting',
    'delete api --version v1 --kind Cache',
  );
  expect(differences(less, start)).toEqual([]);
});

test('.gitattributes decides about new files', async () => {
  const attributes = '* text=auto eol=crlf\n*.sh eol=lf\n/Makefile eol=lf\n';
  const files = await accepted(
    new Map(present).set('.gitattributes', attributes),
    'create api --version v1 --kind Cache',
  );
  const created = new Map([...files].filter(([path]) => !present.has(path)));
  expect(created.size).toBeGreaterThan(3);
  expect(notIn('crlf', created)).toEqual([]);
  const changed = new Map([...files].filter(([path]) => present.has(path)));
  expect(notIn('lf', changed)).toEqual([]);
});

test('a project with LF and one file with CRLF gets new files with LF', async () => {
  const files = await accepted(
    new Map(present).set('Makefile', crlf(present.get('Makefile')!)),
    'create api --version v1 --kind Cache',
  );
  expect(notIn('lf', files)).toEqual(['Makefile']);
});

/** Gives every third line of a text CRLF. */
function mixed(text: string): string {
  return text
    .split('\n')
    .map((line, index, { length }) => (index % 3 === 1 && index < length - 1 ? `${line}\r` : line))
    .join('\n');
}

/** The lines of a text with their line endings, in order. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

test.each([
  'config/manager/manager.yaml',
  'Makefile',
  'src/main.ts',
  'src/controller/webserver.controller.ts',
  'package.json',
  'config/default/kustomization.yaml',
  '.gitignore',
])('lines keep their line endings in %s, which has both sorts', async (path) => {
  const old = asOf(present, releases, '0.0.1');
  const files = new Map(old).set(path, mixed(old.get(path)!));
  const unix = (await runLine(old, 'upgrade', list)).files;
  const ran = await runLine(files, 'upgrade', list);
  expect(ran.exitCode, ran.said).toBe(0);
  const text = ran.files.get(path)!;
  expect(text).not.toBe(files.get(path));
  expect(lf(text)).toBe(unix.get(path));
  const known = new Set(linesOf(files.get(path)!));
  const changed = new Set(linesOf(unix.get(path)!).filter((line) => !linesOf(old.get(path)!).includes(line)));
  const wrong = linesOf(text).filter((line) => !known.has(line) && !changed.has(lf(line)));
  expect(wrong).toEqual([]);
});

test('lines keep their line endings in code that is merged by declarations', async () => {
  const path = 'src/controller/webserver.controller.ts';
  const old = asOf(present, releases, '0.0.1');
  const quoted = (text: string): string => text.replaceAll("'", '"');
  const files = new Map(old).set(path, mixed(quoted(old.get(path)!)));
  const ran = await runLine(files, 'upgrade', list);
  expect(ran.exitCode, ran.said).toBe(0);
  const text = ran.files.get(path)!;
  expect(text).toContain('controllerManagedBy');
  const known = linesOf(files.get(path)!);
  const wrong = linesOf(text).filter((line) => !known.includes(line) && known.some((each) => lf(each) === lf(line)));
  expect(wrong).toEqual([]);
});
