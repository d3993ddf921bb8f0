import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { differences } from '../../sequences/state.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const kind = '--version v1 --kind WebServer';
const cases = [
  [
    `create webhook ${kind} --certificates self-signed`,
    `create webhook ${kind} --certificates cert-manager`,
    'config/certmanager/issuer.yaml',
  ],
  [`delete webhook ${kind}`, `create webhook ${kind} --defaulting`, 'config/webhook/service.yaml'],
  [
    'delete api --version v1 --kind Cache --yes',
    'create api --version v1 --kind Cache',
    'config/rbac/cache_editor_role.yaml',
  ],
] as const;

describe('edited files that a command has kept', () => {
  let base: Files;
  let edited: Files;

  beforeAll(async () => {
    base = await accepted(
      new Map(),
      'init --domain example.com --project-name test-operator --skip-install',
      `create api ${kind}`,
      'create api --version v1 --kind Cache',
      `create webhook ${kind} --defaulting`,
    );
    const isOwn = /^config\/(?!crd|samples|webhook\/manifests|rbac\/role\.).*\.yaml$/;
    edited = new Map([...base].map(([path, text]) => [path, isOwn.test(path) ? `${text}# Mine.\n` : text]));
  }, 60_000);

  it.each(cases)('are used again after %s', async (there, back, path) => {
    const without = await accepted(edited, there);
    expect(without.get(path)).toBe(edited.get(path));
    const again = await accepted(without, back);
    const ofConfig = differences(edited, again).filter((each) => each.includes('config/'));
    expect(ofConfig).toEqual([]);
  });

  it.each(cases)('give way to --force after %s', async (there, back, path) => {
    const again = await accepted(await accepted(edited, there), `${back} --force`);
    expect(again.get(path)).toBe(base.get(path));
  });

  it('do not have names of the project that have changed', async () => {
    const [there, back, path] = cases[1];
    const without = await accepted(edited, there, 'edit --project-name other');
    const { exitCode, said } = await runLine(without, back);
    expect([exitCode, said]).toEqual([1, expect.stringContaining(`file-exists: ${path}`)]);
  });

  it('are not taken for those of others', async () => {
    const [there, back, path] = cases[0];
    const without = await accepted(base, there);
    const { exitCode, said } = await runLine(new Map([...without, [path, '# Of another.\n']]), back);
    expect([exitCode, said]).toEqual([1, expect.stringContaining(`file-exists: ${path}`)]);
  });
});
