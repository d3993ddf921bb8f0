import { beforeAll, describe, expect, it } from 'vitest';
import { isMap, parse, parseDocument, stringify } from 'yaml';
import { stateFile } from '../../../src/output/plan/leftovers.js';
import { parseState } from '../../../src/output/plan/state.js';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const init = 'init --domain my.domain --project-name test-operator --skip-install';
const kind = '--version v1 --kind WebServer';
const api = `create api ${kind}`;
const secondApi = 'create api --version v2 --kind WebServer --no-controller';

/** What a project comes from, and a command that adds to files of its user's. */
const commands: readonly (readonly [string, readonly string[]])[] = [
  ['create api --version v1 --kind Cache --no-namespaced', [api]],
  ['create api --version v1 --kind Cache --image memcached:1.6', [api]],
  [`create webhook ${kind} --defaulting --programmatic-validation`, [api]],
  [`create webhook ${kind} --defaulting --certificates self-signed`, [api]],
  [`create webhook ${kind} --conversion --spoke v2`, [api, secondApi]],
  ['edit --namespaced', [api]],
];

/** Ways to write a file anew that leave nothing of what a command would look for. */
const otherwise: Readonly<Record<string, string>> = {
  ts: '// Mine.\nexport {};\n',
  yaml: '# Mine.\nmine: true\n',
  json: '{ "mine": true }\n',
};

describe.each(commands)('%s, in a project whose user', (line, beginning) => {
  let base: Files;
  let usual: Files;
  /** Files of the user's that the command changes. */
  let changed: readonly string[];

  beforeAll(async () => {
    base = await accepted(new Map(), init, ...beginning);
    usual = await accepted(base, line);
    const state = parseState(usual.get(stateFile));
    changed = [...base.keys()].filter((path) => {
      const generated = ['generated', 'sample'].includes(state.get(path)?.ownership ?? '');
      return !generated && path !== stateFile && path !== 'PROJECT' && usual.get(path) !== base.get(path);
    });
    if (changed.length === 0) throw new Error('the command adds to no file of the user');
  });

  /** The lines that the command adds to a file. */
  const added = (path: string): readonly string[] => {
    const old = new Set(linesOf(base.get(path)!));
    return linesOf(usual.get(path) ?? '').filter((each) => !old.has(each));
  };

  it('has written a file in another shape: says what has no place, and does everything else', async () => {
    for (const path of changed.filter((each) => added(each).length > 0)) {
      const text = otherwise[path.split('.').at(-1)!]!;
      const files = new Map(base).set(path, text);
      const ran = await runLine(files, line);
      const where = `${path}: ${ran.said}`;
      if (ran.exitCode !== 0) {
        // Without the code of a kind or of a webhook, nothing can be generated.
        expect(ran.said, where).toMatch(/error (?:kind-class-missing|webhook-unmarked|invalid-kustomization): /);
        expect(ran.files, where).toEqual(files);
        continue;
      }
      expect(linesOf(ran.files.get(path)!), where).toEqual(expect.arrayContaining([...linesOf(text)]));
      // What the user has removed from tests is not needed, and markers that are gone have no namespace.
      if (path.endsWith('.test.ts') || (path.endsWith('.ts') && line === 'edit --namespaced')) continue;
      const shown = linesOf(shownLines(ran.said).join('\n'));
      const known = [...linesOf(ran.files.get(path)!), ...shown];
      expect(known, where).toEqual(expect.arrayContaining([...added(path)]));
      for (const other of changed.filter((each) => each !== path && each !== stateFile))
        expect(ran.files.get(other), `${other} beside ${where}`).toBe(usual.get(other));
    }
  });

  it('has removed a file: says which, and does everything else', async () => {
    for (const path of changed) {
      const files = new Map(base);
      files.delete(path);
      const ran = await runLine(files, line);
      // A test that the user has removed is not needed.
      if (!path.endsWith('.test.ts')) expect(ran.said).toContain(path);
      // Without the types or the code of a kind, nothing can be generated.
      if (ran.exitCode !== 0) {
        expect(ran.files).toEqual(files);
        expect(ran.said, path).toMatch(/error (?:kind|controller|webhook)-file-missing: /);
        continue;
      }
      // Lists of what is generated are generated.
      const isList = /^config\/(?:crd|samples)\/kustomization/.test(path);
      expect(ran.files.has(path), path).toBe(isList);
      for (const other of changed.filter((each) => each !== path && each !== stateFile))
        expect(ran.files.get(other), `${other} without ${path}`).toBe(usual.get(other));
      if (path.endsWith('.test.ts')) expect(ran.said, path).not.toContain('merge-target-missing');
      else for (const each of added(path)) expect(ran.said, path).toContain(each.trim());
    }
  });

  it('has made the change by hand: leaves it alone', async () => {
    for (const path of changed) {
      const text = usual.get(path);
      if (text === undefined) continue;
      const files = await accepted(new Map(base).set(path, text), line);
      expect(files.get(path), path).toBe(text);
    }
  });

  it('has taken out all comments: changes the same', async () => {
    for (const path of changed.filter((each) => usual.has(each))) {
      const bare = withoutComments(path, base.get(path)!);
      const files = await accepted(new Map(base).set(path, bare), line);
      expect(withoutComments(path, files.get(path)!), path).toBe(withoutComments(path, usual.get(path)!));
    }
  });

  it('has put the keys of YAML into another order: changes the same', async () => {
    for (const path of changed.filter((each) => each.endsWith('.yaml') && usual.has(each))) {
      const document = parseDocument(base.get(path)!);
      if (!isMap(document.contents) || base.get(path)!.includes('\n---\n')) continue;
      document.contents.items.reverse();
      const files = await accepted(new Map(base).set(path, document.toString()), line);
      expect(parse(files.get(path)!), path).toEqual(parse(usual.get(path)!));
    }
  });
});

/** The lines that a run wants to have added by hand, each as it is to stand in its file. */
const shownLines = (said: string): readonly string[] =>
  said.split('\n').flatMap((each) => (each.startsWith('    ') ? [each.slice(4)] : []));

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('#') && !each.startsWith('//'));

function withoutComments(path: string, text: string): string {
  if (path.endsWith('.yaml'))
    return text
      .split(/^---$/m)
      .map((each) => stringify(parse(each)))
      .join('---\n');
  return text.replaceAll(/^ *\/\/.*\n/gm, '');
}
