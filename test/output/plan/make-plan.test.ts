import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../../src/base/diagnostics/has-errors.js';
import { disk } from '../../../src/base/io/disk.js';
import { apply } from '../../../src/output/plan/apply.js';
import { usualLineEnd, withLineEnds } from '../../../src/base/text/text.js';
import { makePlan, type PlanOptions } from '../../../src/output/plan/make-plan.js';
import type { DesiredFile, Ownership } from '../../../src/project/layout/desired-file.js';
import { parseState } from '../../../src/output/plan/state.js';
import { systemError } from '../../support/faults.js';
import { runs } from '../../support/seed.js';
import { makeTemporaryFolder, snapshot, temporaryFolder } from '../../support/tree.js';
import { fast } from './sample-project.js';
import { sha256 } from '../../../src/base/io/sha256.js';

const wanted = (path: string): DesiredFile[] => [{ path, content: 'ours\n', ownership: 'scaffolded' }];

function codes(root: string, desired: readonly DesiredFile[], options: PlanOptions = {}): readonly string[] {
  return makePlan(disk, root, desired, options).diagnostics.map(({ code }) => code);
}

function actions(root: string, desired: readonly DesiredFile[], options: PlanOptions = {}): Record<string, string> {
  const { files } = makePlan(disk, root, desired, options).plan;
  return Object.fromEntries(files.map(({ path, action }) => [path, action]));
}

describe('what is in the way', () => {
  it('is never written through when it is a link', () => {
    const outside = temporaryFolder({ 'secret.txt': 'secret\n' });
    const root = temporaryFolder();
    symlinkSync(outside, join(root, 'config'));
    symlinkSync(join(outside, 'secret.txt'), join(root, 'PROJECT'));
    symlinkSync('nowhere', join(root, 'dangling'));
    for (const path of ['config/new.yaml', 'PROJECT', 'dangling']) {
      const { plan, diagnostics } = makePlan(disk, root, wanted(path), { force: true });
      expect(diagnostics.map(({ code }) => code)).toEqual(['symbolic-link']);
      expect(plan.files.some((file) => file.path === path)).toBe(false);
    }
    expect(snapshot(outside)).toEqual({ 'secret.txt': '644 secret\n' });
  });

  it('is a copy of the same file, such as a package that git ignores, or of another one', () => {
    const source = temporaryFolder({ 'v.tgz': '\u{1}\ufffd' });
    const root = temporaryFolder({ 'same.tgz': '\u{1}\ufffd', 'other.tgz': '\u{2}\ufffd' });
    const copies = ['same.tgz', 'other.tgz', 'new.tgz'].map((path): DesiredFile => {
      return { path, content: 'a copy\n', ownership: 'scaffolded', copyOf: join(source, 'v.tgz') };
    });
    expect(actions(root, copies)).toMatchObject({
      'same.tgz': 'unchanged',
      'other.tgz': 'conflict',
      'new.tgz': 'create',
    });
  });

  it('is named once, however many files go there', () => {
    const root = temporaryFolder();
    symlinkSync(temporaryFolder(), join(root, 'config'));
    expect(codes(root, [...wanted('config/a'), ...wanted('config/b')])).toEqual(['symbolic-link']);
  });

  it.each(['../x', '/etc/x', 'a/../../x', 'a//b', '', '.', 'a/', 'a\\..\\b', 'a\0b'])(
    'is refused when it is outside: %j',
    (path) => {
      expect(codes(temporaryFolder(), wanted(path))).toEqual(['outside-project']);
    },
  );

  it('is named when a folder stands where a file goes, or a file where a folder goes', () => {
    const root = temporaryFolder({ 'a/b.txt': '', file: '' });
    expect(codes(root, wanted('a'), { force: true })).toEqual(['not-a-file']);
    expect(codes(root, wanted('file/x'), { force: true })).toEqual(['not-a-folder']);
  });

  it('is named when it is read-only, be it the file, its folder or the project', () => {
    const root = temporaryFolder({ 'a.yaml': 'old\n', 'same.yaml': 'ours\n', 'dir/b.yaml': '' });
    const generated = (path: string): DesiredFile => ({ path, content: 'ours\n', ownership: 'generated' });
    for (const path of ['a.yaml', 'same.yaml']) chmodSync(join(root, path), 0o444);
    chmodSync(join(root, 'dir'), 0o555);
    expect(codes(root, ['a.yaml', 'same.yaml', 'dir/new.yaml', 'dir/sub/new.yaml'].map(generated))).toEqual([
      'read-only',
      'read-only',
    ]);
    chmodSync(join(root, 'dir'), 0o755);
    chmodSync(root, 0o555);
    const [problem] = makePlan(disk, root, wanted('new/b.txt')).diagnostics;
    expect(problem).toMatchObject({ code: 'read-only', message: '. is read-only, but must be changed' });
    chmodSync(root, 0o755);
  });

  it('is named when it cannot be read', () => {
    const root = temporaryFolder({ 'a.yaml': 'old\n' });
    const host = {
      ...disk,
      read: (path: string) => {
        if (path.endsWith('a.yaml')) throw systemError('EACCES');
        return disk.read(path);
      },
    };
    const { plan, diagnostics } = makePlan(host, root, [...wanted('a.yaml'), ...wanted('b.yaml')]);
    expect(diagnostics).toMatchObject([{ code: 'unreadable-file', message: expect.stringContaining('EACCES') }]);
    expect(plan.files.map(({ path }) => path)).toEqual(['.operator-gen/scaffold.json', 'b.yaml']);
  });

  it('is all told at once', () => {
    const root = temporaryFolder({ 'a.txt': 'mine\n', 'b.txt': 'mine\n' });
    expect(actions(root, [...wanted('a.txt'), ...wanted('b.txt'), ...wanted('c.txt')])).toMatchObject({
      'a.txt': 'conflict',
      'b.txt': 'conflict',
      'c.txt': 'create',
    });
  });
});

describe('ownership', () => {
  const file = (ownership: Ownership): DesiredFile => ({ path: 'f', content: 'ours\n', ownership });
  const action = (desired: DesiredFile, standing: string, options: PlanOptions = {}) =>
    actions(temporaryFolder({ f: standing }), [desired], options)['f'];

  it.each([
    ['generated', 'update', 'update'],
    ['merged', 'update', 'update'],
    ['sample', 'unchanged', 'update'],
    ['scaffolded', 'conflict', 'update'],
    ['kept', 'unchanged', 'unchanged'],
  ] as const)('%s: %s, with force %s', (ownership, plain, forced) => {
    expect(action(file(ownership), 'theirs\n')).toBe(plain);
    expect(action(file(ownership), 'theirs\n', { force: true })).toBe(forced);
    expect(action(file(ownership), 'ours\n')).toBe('unchanged');
  });

  it("of a new project is no one else's: even a generated file must not be overwritten", () => {
    expect(action(file('generated'), 'theirs\n', { fresh: true })).toBe('conflict');
    expect(action(file('generated'), 'theirs\n', { fresh: true, force: true })).toBe('update');
  });

  it('of a file that is made twice is that of the first, with the content of the second', () => {
    const root = temporaryFolder({ f: 'theirs\n' });
    const { files } = makePlan(disk, root, [file('scaffolded'), { ...file('merged'), content: 'more\n' }]).plan;
    expect(files.find(({ path }) => path === 'f')).toMatchObject({ action: 'conflict', after: 'more\n' });
  });

  it('keeps a sample ours until it is edited, and again once it says what we would', () => {
    const root = temporaryFolder();
    const path = 'config/samples/a.yaml';
    const sample = (content: string): DesiredFile => ({ path, content, ownership: 'sample' });
    const write = (content: string) => apply(disk, root, makePlan(disk, root, [sample(content)]).plan);
    write('one\n');
    expect(actions(root, [sample('two\n')])[path]).toBe('update');
    disk.write(join(root, path), 'edited\n');
    expect(actions(root, [sample('two\n')])[path]).toBe('unchanged');
    write('two\n');
    expect(disk.read(join(root, path))).toBe('edited\n');
    disk.write(join(root, path), 'two\n');
    write('two\n');
    expect(actions(root, [sample('three\n')])[path]).toBe('update');
  });

  it('deletes files that are no longer generated, but not edited files, or files that were moved and linked', () => {
    const root = temporaryFolder();
    const at = (name: string): string => `config/crd/bases/shop_${name}.yaml`;
    const generated = (name: string): DesiredFile => ({ path: at(name), content: 'x\n', ownership: 'generated' });
    apply(disk, root, makePlan(disk, root, ['a', 'b', 'c', 'd'].map(generated)).plan);
    disk.write(join(root, at('b')), 'edited\n');
    disk.remove(join(root, at('c')));
    disk.rename(join(root, at('d')), join(root, 'moved'));
    symlinkSync('../../../moved', join(root, at('d')));
    const { plan, diagnostics } = makePlan(disk, root, [], { complete: true });
    expect(plan.files.filter(({ action: each }) => each === 'delete').map(({ path }) => path)).toEqual([at('a')]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['edited-orphaned-file']);
    apply(disk, root, plan);
    expect(parseState(disk.read(join(root, '.operator-gen/scaffold.json')))).toEqual(new Map());
  });

  it('never removes what the user was given, nor anything when not every file is wanted', () => {
    const root = temporaryFolder();
    apply(disk, root, makePlan(disk, root, wanted('main.ts')).plan);
    expect(actions(root, [], { complete: true })).toEqual({ '.operator-gen/scaffold.json': 'unchanged' });
    apply(disk, root, makePlan(disk, root, [{ path: 'g', content: '', ownership: 'generated' }]).plan);
    expect(actions(root, [])).toEqual({ '.operator-gen/scaffold.json': 'unchanged' });
  });
});

describe('the record of what we wrote', () => {
  it.each([
    ['{', 'unreadable-record'],
    ['[]', 'unreadable-record'],
    ['{ "version": 1 }', 'unreadable-record'],
    ['{ "files": {} }', 'unreadable-record'],
    ['{ "version": 1, "files": { "a": 1 } }', 'unreadable-record'],
    ['{ "version": 2, "files": {} }', 'unsupported-record-version'],
  ])('%s: %s', (text, code) => {
    const root = temporaryFolder({ '.operator-gen/scaffold.json': text });
    expect(() => makePlan(disk, root, [])).toThrow(code);
  });

  it('is not read through a link, nor where a folder stands', () => {
    const linked = temporaryFolder();
    symlinkSync(temporaryFolder({ 'scaffold.json': '{ "version": 1, "files": {} }' }), join(linked, '.operator-gen'));
    expect(() => makePlan(disk, linked, [])).toThrow('symbolic-link');
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.operator-gen/scaffold.json'), { recursive: true });
    expect(() => makePlan(disk, folder, [])).toThrow('not-a-file');
  });

  it('cannot make us remove what is outside, whatever it says', () => {
    const outside = temporaryFolder({ x: '' });
    const root = join(outside, 'project');
    const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const files = { '../x': { ownership: 'generated', hash }, [join(outside, 'x')]: { ownership: 'generated', hash } };
    mkdirSync(join(root, '.operator-gen'), { recursive: true });
    disk.write(join(root, '.operator-gen/scaffold.json'), JSON.stringify({ version: 1, files }));
    const { plan } = makePlan(disk, root, [], { complete: true });
    expect(plan.files.map(({ action }) => action)).toEqual(['update']);
  });

  it('is sorted, ends in a newline and names hostile paths as any other', () => {
    const root = temporaryFolder();
    const names = ['constructor', '__proto__', 'toString', 'a\nb', "quo'te", '{{x}}', 'ü'];
    const desired = names.map((path): DesiredFile => ({ path, content: path, ownership: 'generated' }));
    apply(disk, root, makePlan(disk, root, desired).plan);
    const text = disk.read(join(root, '.operator-gen/scaffold.json'))!;
    expect([...parseState(text).keys()]).toEqual(names.toSorted());
    expect(text.endsWith('}\n')).toBe(true);
    expect(text).not.toContain('\r');
    for (const path of names) expect(disk.read(join(root, path))).toBe(path);
    expect(Object.values(actions(root, desired))).toEqual([...names, 'state'].map(() => 'unchanged'));
  });

  it('removes nothing where nothing is ever generated, whatever the record says, and says so once', () => {
    const files = {
      'src/main.ts': 'mine\n',
      'package.json': '{}\n',
      Makefile: 'all:\n',
      'config/samples/kustomization.yaml': 'resources: []\n',
      'config/crd/bases/deep/er_x.yaml': 'a: 1\n',
      '.git/HEAD': 'ref: refs/heads/main\n',
      'node_modules/a/index.js': '',
      __proto__: 'x\n',
    };
    const sample = { 'config/samples/_v1_gone.yaml': 'gone\n' };
    const entries = Object.entries({ ...files, ...sample }).map(([path, text]) => [
      path,
      { ownership: path.length % 2 === 0 ? 'sample' : 'generated', hash: sha256(text) },
    ]);
    const record = JSON.stringify({ version: 1, files: Object.fromEntries(entries) as object });
    const root = temporaryFolder({ ...files, ...sample, '.operator-gen/scaffold.json': record });
    const { plan, diagnostics } = makePlan(disk, root, [], { complete: true });
    expect(plan.files.filter(({ action }) => action === 'delete').map(({ path }) => path)).toEqual(Object.keys(sample));
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual(
      Object.keys(files).map(() => ['invalid-record-entry', 'warning']),
    );
    apply(disk, root, plan);
    for (const [path, text] of Object.entries(files)) expect(disk.read(join(root, path))).toBe(text);
    expect(makePlan(disk, root, [], { complete: true }).diagnostics).toEqual([]);
  });

  it.each(['.git/hooks/pre-commit', 'src/.git', 'node_modules/a/index.js', '.npmrc', '.vscode/tasks.json'])(
    'never writes or deletes %s, regardless of the caller',
    (path) => {
      const root = temporaryFolder({ [path]: 'theirs\n' });
      const file: DesiredFile = { path, content: 'ours\n', ownership: 'merged' };
      for (const [desired, unwanted] of [
        [[file], []],
        [[], [path]],
      ] as const) {
        const { plan, diagnostics } = makePlan(disk, root, desired, { force: true, unwanted });
        expect(diagnostics.map(({ code }) => code)).toEqual(['forbidden-path']);
        expect(plan.files.map((each) => each.path)).toEqual(['.operator-gen/scaffold.json']);
      }
      const forced = { files: [{ path, action: 'delete', ownership: 'generated', before: 'theirs\n' }] } as const;
      expect(() => apply(disk, root, forced)).toThrow('forbidden-path');
      expect(disk.read(join(root, path))).toBe('theirs\n');
    },
  );
});

describe('any plan', () => {
  const path = fc
    .array(fc.constantFrom('a', 'b', '.c', '__proto__', 'd e', "f'", 'g.ts'), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('/'));
  const content = fc.constantFrom('', 'one\n', 'two\n', '{{x}}\r\n', '\u2028"`${');
  const ownership = fc.constantFrom<Ownership>('generated', 'merged', 'sample', 'scaffolded', 'kept');
  const desired = fc.uniqueArray(fc.record({ path, content, ownership, executable: fc.boolean() }), {
    maxLength: 6,
    selector: (file) => file.path,
  });
  const standing = fc.uniqueArray(fc.tuple(path, content), { maxLength: 4, selector: ([name]) => name });
  const options = fc.record({ force: fc.boolean(), fresh: fc.boolean(), complete: fc.boolean() });

  it('once carried out has nothing more to do, and touched nothing else; refused, it changed nothing', () => {
    let carriedOut = 0;
    fc.assert(
      fc.property(standing, desired, desired, options, (files, first, second, given) => {
        const { path: root, remove } = makeTemporaryFolder();
        try {
          for (const [name, text] of files) writeWherePossible(root, name, text);
          for (const round of [first, second]) {
            const start = snapshot(root);
            const { plan, diagnostics } = makePlan(fast, root, round, given);
            const refused = hasErrors(diagnostics);
            if (refused || plan.files.some(({ action }) => action === 'conflict')) continue;
            const planned = new Map(plan.files.map((file) => [file.path, file]));
            try {
              apply(fast, root, plan);
            } catch {
              // A file and a folder of one name are wanted: a defect of whoever asks, and nothing is changed.
              expect(snapshot(root)).toEqual(start);
              continue;
            }
            carriedOut += 1;
            const now = snapshot(root);
            const untouched = (tree: Record<string, string>) =>
              Object.entries(tree).filter(([name]) => !name.endsWith('/') && !planned.has(name));
            expect(untouched(now)).toEqual(untouched(start));
            for (const [name, { after }] of planned) expect(disk.read(join(root, name))).toBe(after);
            // A merge has the line ends of the file into which it is merged.
            const merged = round.map((file) => {
              if (file.ownership !== 'merged') return file;
              const eol = usualLineEnd(planned.get(file.path)!.after!);
              return { ...file, content: withLineEnds(file.content.replaceAll('\r\n', '\n'), eol) };
            });
            const again = makePlan(fast, root, merged, { ...given, fresh: false });
            expect(again.plan.files.filter(({ action }) => action !== 'unchanged')).toEqual([]);
            expect(snapshot(root)).toEqual(now);
          }
        } finally {
          remove();
        }
      }),
      { numRuns: runs(300) },
    );
    expect(carriedOut).toBeGreaterThan(150);
  });
});

/** Paths are made at random: one may want to be a folder where another is a file. */
function writeWherePossible(root: string, path: string, text: string): void {
  try {
    mkdirSync(join(root, path, '..'), { recursive: true });
    disk.write(join(root, path), text);
  } catch {
    // Then the earlier one stays.
  }
}
