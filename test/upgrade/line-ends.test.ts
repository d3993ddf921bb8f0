import { beforeAll, expect, test, vi } from 'vitest';
import { runLine } from '../sequences/run-line.js';
import { differences } from '../sequences/state.js';
import { accepted } from '../support/accepted.js';
import type { Files } from '../support/memory-disk.js';
import { asOf, commandsOf } from '../support/old-project.js';
import { syntheticReleases } from '../support/synthetic-releases.js';

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
