import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../../src/commands.js';
import { temporaryFolder } from '../../support/tree.js';
import { cli, filesIn } from './support.js';

const all = commands.filter((each) => 'flags' in each);

/**
 * A value that is invalid for a flag of this name, in all commands that have it. A flag that is not listed has choices, or must refuse
 * the value of the last line.
 */
const invalid: Readonly<Record<string, string>> = {
  '--domain': 'a_b',
  '--project-name': 'A_b',
  '--group': 'A_b',
  '--version': 'V_1',
  '--kind': 'a-b',
  '--plural': 'A_b',
  '--controller-name': 'A_b',
  '--image': 'an image',
  '--image-container-command': ',',
  '--image-container-port': '99999',
  '--run-as-user': '99999999999999',
  '--from-crd': 'nowhere.yaml',
  '--external-api-package': 'not a package',
  '--external-api-domain': 'a_b',
  '--external-api-module': 'not a package',
  '--spoke': 'V_1',
  '--defaulting-path': 'no slash',
  '--validation-path': 'no slash',
  '--to-kind': 'a-b',
  '--to-plural': 'A_b',
  '--to-group': 'A_b',
  '--to': 'one',
  '--license-file': 'nowhere.txt',
  '--from': 'nowhere',
  '--against': 'link',
  '--owner': 'a\nb',
  '--only': 'no-such-code',
  '--skip': 'no-such-code',
  '--baseline': 'nowhere.yaml',
  '--kubernetes': 'one',
  '--crd': 'nowhere.yaml',
  '--old': 'nowhere.yaml',
  '--report-file': 'test',
};
const other = '?!';

/** What else a line must have, so that only the value is wrong. */
const rest: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'create api': { '--version': 'v1', '--kind': 'Ship', '--group': 'parking' },
  'create webhook': { '--version': 'v1', '--kind': 'CarPark', '--group': 'parking', '--defaulting': '' },
  'delete api': { '--version': 'v1', '--kind': 'CarPark', '--group': 'parking' },
  'delete webhook': { '--version': 'v1', '--kind': 'CarPark', '--group': 'parking' },
  'rename api': { '--kind': 'CarPark', '--group': 'parking', '--to-kind': 'Lot' },
  bundle: { '--version': '0.1.0' },
  test: { '--context': 'nowhere' },
};

/** Flags that belong to a flag. */
const needed: Readonly<Record<string, readonly string[]>> = {
  '--image-container-command': ['--image', 'app'],
  '--image-container-port': ['--image', 'app'],
  '--run-as-user': ['--image', 'app'],
  '--external-api-package': ['--no-resource', '--external-api-domain', 'io'],
  '--external-api-domain': ['--no-resource', '--external-api-package', 'certs'],
  '--external-api-module': ['--no-resource', '--external-api-package', 'certs', '--external-api-domain', 'io'],
  'create webhook --plural': ['--external-api-package', 'certs', '--external-api-domain', 'io'],
  'create webhook --external-api-package': ['--external-api-domain', 'io'],
  'create webhook --external-api-domain': ['--external-api-package', 'certs'],
  'create webhook --external-api-module': ['--external-api-package', 'certs', '--external-api-domain', 'io'],
  'test --report-file': ['--report', 'json'],
  'dev --context': ['--confirm', 'kind'],
  'dev --confirm': ['--context', 'kind'],
  '--spoke': ['--conversion'],
  '--validation-path': ['--programmatic-validation'],
};

const options = all.flatMap(({ name, flags }) =>
  Object.values(flags).flatMap((flag) => flag.options.map((option) => ({ name, option, flag, long: option.long! }))),
);
const valued = options.filter(({ option }) => option.required || option.optional);

/** A helper that is there, and has nothing to say. */
const upstream = {
  identity: 'test',
  start: () => undefined,
  ask: async () => ({}),
  kubernetes: () => '1.36',
  hasAnswered: () => true,
  emulating: () => upstream,
};

/** A folder in which each command could run. */
function folderFor(name: string): string {
  const cwd = temporaryFolder();
  if (name === 'adopt') {
    const go =
      'domain: example.com\nlayout:\n- go.kubebuilder.io/v4\nprojectName: shop\nrepo: example.com/shop\nversion: "3"\n';
    writeFileSync(join(cwd, 'PROJECT'), go);
  } else if (name !== 'init') cpSync(join(import.meta.dirname, '../../golden/webhooks'), cwd, { recursive: true });
  mkdirSync(join(cwd, 'test/cases/a'), { recursive: true });
  writeFileSync(join(cwd, 'test/cases/a/00-install.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n');
  writeFileSync(join(cwd, 'objects.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n');
  symlinkSync('objects.yaml', join(cwd, 'link'));
  return cwd;
}

/** Words of a command line that would be right without the flag. */
function lineFor(name: string, long: string): readonly string[] {
  const others = Object.entries(rest[name] ?? {}).filter(([flag]) => flag !== long);
  const words = others.flatMap(([flag, value]) => (value === '' ? [flag] : [flag, value]));
  return [...name.split(' '), ...words, ...(needed[`${name} ${long}`] ?? needed[long] ?? []), ...positionalOf(name)];
}

function positionalOf(name: string): readonly string[] {
  return ['verify', 'validate'].includes(name) ? ['objects.yaml'] : [];
}

/** Expects exit code 2 with a code, a message that names these texts, and a remedy, and that nothing is written. */
async function expectRefused(name: string, argv: readonly string[], ...named: readonly string[]): Promise<void> {
  const cwd = folderFor(name);
  const before = filesIn(cwd);
  const ran = await cli(argv, { cwd, commands, ...(name === 'check' ? {} : { helper: async () => upstream }) });
  expect({ argv, exitCode: ran.exitCode, stderr: ran.stderr }).toMatchObject({ exitCode: 2 });
  const [, problem = '', remedy = ''] =
    /^(?:.* - )?error ([a-z-]+: .*(?:\n(?! {2}help: ).*)*)\n {2}help: (.+)$/m.exec(ran.stderr) ?? [];
  expect(remedy).not.toBe('');
  for (const each of named) expect(problem).toContain(each);
  expect(filesIn(cwd)).toEqual(before);
}

describe('an invalid value is refused with 2', () => {
  test.each(valued.map(({ name, long, option }) => [name, long, option.optional] as const))(
    '%s %s',
    async (name, long, isToggle) => {
      const value = isToggle ? 'maybe' : (invalid[long] ?? other);
      await expectRefused(name, [...lineFor(name, long), `${long}=${value}`], value.split('\n', 1)[0]!);
    },
  );

  test.each([
    ['verify', 'nowhere.yaml'],
    ['validate', 'nowhere.yaml'],
    ['inspect markers', 'Nothing'],
    ['completion', 'bsh'],
  ])('%s %s', async (name, value) => {
    await expectRefused(name, [...name.split(' '), value], value);
  });
});

describe('a value that is missing is refused with 2', () => {
  test.each(valued.filter(({ option }) => option.required).map(({ name, long, flag }) => [name, long, flag] as const))(
    '%s %s',
    async (name, long, { options: [first] }) => {
      await expectRefused(name, [...lineFor(name, long), long], long);
      await expectRefused(name, [...lineFor(name, long), long, '--quiet'], long);
      // `--to-group ''` is the way to say none.
      if (first?.attributeName() !== 'toGroup') {
        await expectRefused(name, [...lineFor(name, long), `${long}=`], long);
      }
    },
  );

  test.each(options.filter(({ option }) => !option.required && !option.optional).map(({ name, long }) => [name, long]))(
    '%s %s takes no value',
    async (name = '', long = '') => {
      await expectRefused(name, [...lineFor(name, long), `${long}=maybe`], long);
    },
  );
});

describe('what does not exist is refused with 2', () => {
  const names = [...all.map(({ name }) => name), 'version', 'completion'];

  test.each(names)('an unknown flag of %s', async (name) => {
    await expectRefused(name, [...lineFor(name, ''), '--no-such-flag'], '--no-such-flag');
  });

  /** The only argument that a command takes. */
  const argument: Readonly<Record<string, readonly string[]>> = {
    'inspect markers': ['Minimum'],
    completion: ['bash'],
    'bundle validate': ['bundle'],
    scorecard: ['bundle'],
    ...Object.fromEntries(
      ['up', 'status', 'reset', 'kubeconfig', 'logs', 'down'].map((each) => [`cluster ${each}`, ['dev']]),
    ),
  };

  const takesAny = all.filter(({ flags }) => Object.values(flags).some(({ variadic }) => variadic === true));

  test.each(names.filter((name) => takesAny.every((each) => each.name !== name)))(
    'an unexpected argument of %s',
    async (name) => {
      await expectRefused(name, [...lineFor(name, ''), ...(argument[name] ?? []), 'extra'], 'extra');
    },
  );

  test.each(['', ...commands.filter((each) => !('flags' in each)).map(({ name }) => name)])(
    'an unknown or a missing command of "%s"',
    async (name) => {
      const words = name.split(' ').filter(Boolean);
      await expectRefused('init', [...words, 'frobnicate'], 'frobnicate');
      await expectRefused('init', words, name);
    },
  );

  test.each(['--output=xml', '--output', '--cwd=nowhere', '--cwd=', '--quiet=yes', '-C'])('%s', async (flag) => {
    await expectRefused('check', ['check', flag]);
  });
});
