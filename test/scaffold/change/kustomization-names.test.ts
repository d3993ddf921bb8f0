import { expect, it } from 'vitest';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const lines = [
  'create api --group web --version v1 --kind Blog',
  'create webhook --group web --version v1 --kind Site --defaulting',
  'rename api --group web --kind Site --to-kind Page',
  'delete api --group web --version v1 --kind Blog',
  'edit --namespaced',
  'manifests',
];

/** Returns files with another name of the kustomizations at some paths. */
const withName = (files: Files, name: string, paths: Files): Files =>
  new Map(
    [...files].map(([path, text]) => [
      paths.has(path) ? path.replace(/(?<=^config\/.*\/)kustomization\.yaml$/, name) : path,
      text,
    ]),
  );

/** What a record of written files says follows from all of them. */
const withoutRecord = (files: Files): Files =>
  new Map([...files].filter(([path]) => !path.startsWith('.operator-gen/')));

it.each(['kustomization.yml', 'Kustomization'])('every command uses %s where a user has called it so', async (name) => {
  const base = await accepted(
    new Map(),
    'init --domain my.domain --project-name test-operator --skip-install',
    'create api --group web --version v1 --kind Site',
  );
  let usual = base;
  let files = withName(base, name, base);
  expect(files).not.toEqual(base);
  for (const line of lines) {
    [usual, files] = [await accepted(usual, line), await accepted(files, line)];
    const [expected, found] = [withName(usual, name, base), files].map(withoutRecord);
    expect(new Set(found!.keys()), line).toEqual(new Set(expected!.keys()));
    for (const [path, text] of found!) expect(text, `${line}: ${path}`).toBe(expected!.get(path));
  }
});
