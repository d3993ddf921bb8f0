import { posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const from = 'src/api/v1/group-version.ts';

const lines = [
  'create api --group web --version v1 --kind Other',
  'create webhook --group web --version v1 --kind Site --defaulting',
  'create api --group web --version v1 --kind Site --controller-name second --no-resource',
  'create api --group web --version v3 --kind Site --no-controller',
  'rename api --group web --kind Site --to-kind Page',
  'rename api --group web --to-group net',
  'edit --multigroup',
];

describe('a group-version.ts that a user has moved', () => {
  let base: Files;

  beforeAll(async () => {
    base = await accepted(
      new Map(),
      'init --domain my.domain --project-name test-operator --skip-install',
      'create api --group web --version v1 --kind Site',
      'create api --group web --version v2 --kind Site --no-controller',
    );
  }, 60_000);

  it.each([
    ['to another folder', 'src/shared/web-v1.ts', undefined],
    ['to a folder above', 'src/api/group-version.ts', undefined],
    ['next to where it was', 'src/api/v1/versions.ts', undefined],
    ['to a folder with that of another version', 'src/shared/first.ts', 'src/shared/second.ts'],
  ])('%s is found', async (_what, to, toOther) => {
    const alone = moved(base, to);
    const files = toOther === undefined ? alone : moved(alone, toOther, from.replace('v1', 'v2'));
    await accepted(files, 'check');
    for (const command of lines) {
      const after = await accepted(files, command);
      expect(dangling(after), command).toEqual([]);
      const versions = [...after].filter(([, text]) => /^export const groupVersion = /m.test(text));
      const known = command.includes(' v3 ') ? 3 : 2;
      expect(
        versions.map(([path]) => path),
        command,
      ).toHaveLength(known);
      await accepted(after, 'check');
    }
  });

  it('and whose constant has another name is found', async () => {
    const files = new Map(
      [...moved(base, 'src/shared/web-v1.ts')].map(([path, text]) => [
        path,
        text.includes('shared/web-v1.js') || path === 'src/shared/web-v1.ts'
          ? text.replaceAll(/\bgroupVersion\b/g, 'webV1')
          : text,
      ]),
    );
    await accepted(files, 'check');
    const after = await accepted(files, lines[0]!);
    expect(after.has(from)).toBe(false);
    expect(after.get('src/api/v1/other.types.ts')).toContain(
      "import { webV1 as groupVersion } from '../../shared/web-v1.js';",
    );
    expect(dangling(after)).toEqual([]);
    await accepted(after, 'check');
  });
});

/** Returns a project whose user has moved a file, and the imports of it. */
function moved(files: Files, to: string, path = from): Files {
  return new Map(
    [...files].map(([each, text]) => {
      if (each === path) return [to, text];
      const target = posix.relative(posix.dirname(each), to).replace(/ts$/, 'js');
      const specifier = target.startsWith('.') ? target : `./${target}`;
      return [
        each,
        text.replaceAll(/(?<= from ')\.[^']*(?=')/g, (old) =>
          posix.join(posix.dirname(each), old).replace(/js$/, 'ts') === path ? specifier : old,
        ),
      ];
    }),
  );
}

/** Returns the imports of files that are not there. */
function dangling(files: Files): readonly string[] {
  return [...files].flatMap(([path, text]) =>
    Array.from(text.matchAll(/(?<= from ')\.[^']*(?=')/g), ([each]) =>
      posix.join(posix.dirname(path), each).replace(/js$/, 'ts'),
    ).filter((each) => path.startsWith('src/') && !files.has(each)),
  );
}
