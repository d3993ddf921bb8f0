import { describe, expect, it, test } from 'vitest';
import { check } from '../../../src/cli/commands/check/run.js';
import { manifests } from '../../../src/cli/commands/manifests/run.js';
import { disk } from '../../../src/base/io/disk.js';
import { helperPlatforms } from '../../../src/base/helper/locate.js';
import { unavailableVerdict } from '../../../src/base/helper/unavailable-verdict.js';
import { helperOf } from '../../../src/base/helper/helper.js';
import { projectWithApi } from '../../support/projects.js';

describe('the texts', () => {
  test.each(helperPlatforms)('%s has a package', (platform) => {
    const { message, help } = unavailableVerdict({}, 'optional', platform);
    expect(message).toContain('is not installed');
    expect(help).toContain(`install the package @operator-gen/upstream-${platform}, which --omit=optional omits`);
  });

  test.each(['freebsd-x64', 'linux-ppc64', 'win32-ia32'])('%s has none, so it is built', (platform) => {
    const { message, help } = unavailableVerdict({}, 'optional', platform);
    expect(message).toContain(`there is no helper with its validation code for ${platform}`);
    expect(help).toContain('npm run upstream, which requires Go');
    expect(help).not.toContain('install the package');
  });

  it('name the variable where it is the reason', () => {
    const { message, help } = unavailableVerdict({ OPERATOR_GEN_UPSTREAM: 'none' }, 'exact');
    expect(message).toContain('OPERATOR_GEN_UPSTREAM is none');
    expect(help).toBe('unset OPERATOR_GEN_UPSTREAM; or check without --exact');
  });
});

describe('without a helper', () => {
  const withoutHelper = async (env = {}) => {
    const { root } = await projectWithApi();
    return { host: disk, cwd: root, env, helper: helperOf(undefined) };
  };
  const found = async (run: Promise<{ readonly diagnostics: readonly { code: string; severity: string }[] }>) =>
    (await run).diagnostics.map(({ code, severity }) => `${severity} ${code}`);

  it.each([{}, { strict: true }])('check has one note: %j', async (options) => {
    expect(await found(check(options, await withoutHelper()))).toEqual(['note exact-verdict-unavailable']);
  });

  it('which --exact makes an error', async () => {
    expect(await found(check({ exact: true }, await withoutHelper()))).toEqual(['error exact-verdict-unavailable']);
  });

  it('nothing is said to those who decline it, except with --exact', async () => {
    const declining = await withoutHelper({ OPERATOR_GEN_UPSTREAM: 'none' });
    expect(await found(check({}, declining))).toEqual([]);
    expect(await found(check({ exact: true }, declining))).toEqual(['error exact-verdict-unavailable']);
  });

  it('manifests says nothing', async () => {
    expect(await found(manifests({ strict: true }, await withoutHelper()))).toEqual([]);
  });
});
