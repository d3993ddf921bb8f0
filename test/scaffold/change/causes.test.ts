import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const list = 'config/crd/kustomization.yaml';

describe('what a command says in a project whose user', () => {
  let base: Files;

  beforeAll(async () => {
    base = await accepted(
      new Map(),
      'init --domain my.domain --project-name test-operator --skip-install',
      'create api --group web --version v1 --kind Site',
    );
  }, 60_000);

  const withText = (path: string, change: (text: string) => string): Files => {
    const text = change(base.get(path)!);
    expect(text).not.toBe(base.get(path));
    return new Map(base).set(path, text);
  };

  it.each([
    [
      'has merged a kustomization',
      (text: string) => text.replace(/^resources:\n/m, 'resources:\n<<<<<<< ours\n- a.yaml\n=======\n>>>>>>> theirs\n'),
      'has conflict markers',
      '<<<<<<< ',
    ],
    [
      'has written a key twice',
      (text: string) => `${text}resources: []\n`,
      'cannot be read: Map keys must be unique',
      'resources: []',
    ],
  ])('%s names the cause and its line', async (_what, change, cause, at) => {
    const files = withText(list, change);
    const { said, exitCode } = await runLine(files, 'manifests');
    expect(exitCode).toBe(1);
    const line =
      files
        .get(list)!
        .split('\n')
        .findIndex((each) => each.startsWith(at)) + 1;
    expect(said).toContain(`${list}:${line}:`);
    expect(said).toContain(`error invalid-kustomization: ${list} ${cause}`);
  });

  it('has merged PROJECT names its conflict markers and their line', async () => {
    const files = withText('PROJECT', (text) =>
      text.replace(/^domain: .*\n/m, (line) => `<<<<<<< ours\n${line}=======\ndomain: a\n>>>>>>> theirs\n`),
    );
    const { said } = await runLine(files, 'manifests');
    const line = files.get('PROJECT')!.split('\n').indexOf('<<<<<<< ours') + 1;
    expect(said).toContain(
      `PROJECT:${line}:1 - error unreadable-project: PROJECT cannot be read: it has conflict markers`,
    );
  });

  it('has deleted tests says nothing of their headers and imports', async () => {
    const files = new Map([...base].filter(([path]) => !path.endsWith('.test.ts')));
    for (const line of ['edit --license apache2 --owner Me', 'edit --multigroup']) {
      const { said, exitCode } = await runLine(files, line);
      expect(exitCode, said).toBe(0);
      expect(said, line).not.toContain('merge-target-missing');
    }
  });

  it('has a version without a conversion names the command with the group', async () => {
    const files = await accepted(
      base,
      'create api --group web --version v2 --kind Site --no-controller',
      'create webhook --group web --version v1 --kind Site --conversion --spoke v2',
    );
    const { said } = await runLine(files, 'create api --group web --version v3 --kind Site --no-controller');
    const command = /operator-gen (create webhook --group web .* --spoke v3),/.exec(said)?.[1];
    expect(command, said).toBeDefined();
    const created = await accepted(files, 'create api --group web --version v3 --kind Site --no-controller');
    await accepted(created, command!);
  });
});
