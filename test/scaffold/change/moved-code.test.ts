import { posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { editAs } from '../../sequences/user.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const boat = '--group ship --version v1 --kind Boat';

const movesTypes = '# a user moves types to folders of their kinds';
const namesTypes = '# a user gives the files of types other names';
const movesReconciler = '# a user moves the reconciler to a file of its own';
const movesSetUp = '# a user moves the set-up to a file of its own';
const chains = '# a user registers webhooks in one chain';

const newFiles = [
  `create api ${boat} --controller-name boat-backup`,
  'create webhook --group ship --version v2 --kind Boat --defaulting --programmatic-validation',
  'create webhook --group ship --version v1 --kind Crane --defaulting',
];
const renamed = 'rename api --group ship --kind Boat --to-kind Skiff';
const deleted = `delete api ${boat}`;

describe('a project whose user has moved code', () => {
  let base: Files;

  beforeAll(async () => {
    base = await accepted(
      new Map(),
      'init --domain example.com --project-name test-operator --skip-install',
      `create api ${boat}`,
      'create api --group ship --version v2 --kind Boat',
      'create api --group ship --version v1 --kind Crane',
      `create webhook ${boat} --defaulting --programmatic-validation`,
      `create webhook ${boat} --conversion --spoke v2`,
    );
  });

  it.each([
    [movesTypes, [...newFiles, 'edit --multigroup', renamed, 'delete api --group ship --version v2 --kind Skiff']],
    [namesTypes, [...newFiles, 'edit --multigroup', renamed]],
    [namesTypes, [`${deleted} --force`]],
    [movesReconciler, [renamed]],
    [movesReconciler, [deleted]],
    [movesSetUp, [renamed]],
    [movesSetUp, [deleted]],
    [movesSetUp, [`${deleted} --force`]],
    [chains, [`delete webhook ${boat} --defaulting`]],
  ])('%s: its imports and names are right after %j', async (line, commands) => {
    let files: Files = await editAs(base, line);
    expect(files).not.toEqual(base);
    for (const command of commands) {
      files = await accepted(files, command);
      expect(danglingImports(files), command).toEqual([]);
      expect(unknownClasses(files), command).toEqual([]);
    }
  });

  it('an export that has the name of the set-up only as an alias gets the new name', async () => {
    const path = 'src/controller/boat.controller.ts';
    const [head, setUp] = base.get(path)!.split('/** Registers the controller');
    const files = new Map(base).set(path, `${head}export { start as setupBoatController } from '../setup.js';\n`).set(
      'src/setup.ts',
      `import { controllerManagedBy, type Manager } from '@operator-gen/runtime';
import { Boat } from './api/v1/boat.types.js';
import { BoatReconciler } from './controller/boat.controller.js';
import { setupBoatController as itself } from './controller/boat.controller.js';

export const all = [itself];
${setUp!.slice(setUp!.indexOf('\n') + 1).replace('setupBoatController', 'start')}`,
    );
    const after = await accepted(files, renamed);
    expect(danglingImports(after)).toEqual([]);
    expect(after.get('src/controller/skiff.controller.ts')).toContain('export { start as setupSkiffController }');
    expect(after.get('src/setup.ts')).toContain('import { setupSkiffController as itself }');
  });

  it('the import of a decorator goes with it, wherever it stands among the others', async () => {
    const path = 'src/api/v1/boat.types.ts';
    const text = base.get(path)!;
    expect(text).toContain('@StorageVersion()\n');
    const moved = text
      .replace('@StorageVersion()\n', '')
      .replace('@StatusSubresource()\n', '@StatusSubresource()\n@StorageVersion()\n');
    const files = await accepted(new Map(base).set(path, moved), 'delete api --group ship --version v2 --kind Boat');
    const has = (name: string): boolean => files.get(path)!.includes(name);
    expect(has('@StorageVersion()')).toBe(has('  StorageVersion,'));
  });

  it(`${movesReconciler}: a kind that is deleted leaves nothing`, async () => {
    const files = await accepted(await editAs(base, movesReconciler), deleted);
    expect([...files.keys()].filter((path) => /^src\/api\/v1\/boat|ship_v1_boat/.test(path))).toEqual([]);
  });
});

/** Returns the imports of files that are not there, or do not export the name. */
function danglingImports(files: Files): readonly string[] {
  return [...files].flatMap(([path, text]) =>
    path.startsWith('src/')
      ? Array.from(text.matchAll(/^(?:im|ex)port (?:type )?\{([^}]*)\} from '(\.[^']*)\.js';/gm)).flatMap(
          ([, names = '', module = '']) => {
            const target = files.get(posix.join(posix.dirname(path), `${module}.ts`));
            return names
              .split(',')
              .map(
                (each) =>
                  each
                    .trim()
                    .replace(/^type /, '')
                    .split(' ')[0]!,
              )
              .filter((each) => each !== '' && !exports(target ?? '', each))
              .map((each) => `${path}: ${each} from ${module}`);
          },
        )
      : [],
  );
}

function exports(text: string, name: string): boolean {
  return new RegExp(
    `^export (?:[a-z]+ )*(?:class|const|function|type) ${name}\\b|^export \\{[^}]*\\b${name}\\b`,
    'm',
  ).test(text);
}

/** Returns the classes of webhooks and controllers that code makes, and neither declares nor imports. */
function unknownClasses(files: Files): readonly string[] {
  return [...files].flatMap(([path, text]) =>
    Array.from(text.matchAll(/new (\w+(?:Reconciler|Defaulter|Validator))\(/g), ([, name]) => name!)
      .filter((name) => !new RegExp(`class ${name}\\b|^import \\{[^}]*\\b${name}\\b`, 'm').test(text))
      .map((name) => `${path}: ${name}`),
  );
}
