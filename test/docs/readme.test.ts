import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { headingOf, helpGroups } from '../../src/cli/framework/cli-command.js';
import { buildProgram } from '../../src/cli/framework/program.js';
import type { Context } from '../../src/cli/framework/context.js';
import { commands } from '../../src/commands.js';
import { exitCodes } from '../../src/cli/framework/exit-code.js';
import { emitCrd } from '../../src/output/emit/crd.js';
import { verifyModel } from '../../src/language/rules/verify.js';
import { analyzeSources } from '../support/generate.js';
import { blocksOf } from '../support/pages.js';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the types of the README give the schema that it shows', () => {
  const blocks = blocksOf(read('README.md'));
  const blockOf = (info: string): string => blocks.find((each) => each.info === info)!.text;
  const { model, diagnostics } = analyzeSources({
    'src/api/v1/webserver.types.ts': blockOf('ts'),
    'src/api/v1/group-version.ts':
      "export const groupVersion = { group: 'apps.example.com', version: 'v1' } as const;\n",
  });
  expect([...diagnostics, ...verifyModel(model, { isConverted: () => false })]).toEqual([]);
  const crd = parse(emitCrd(model.kinds[0]!, '0.1.0').text) as {
    spec: { versions: { schema: { openAPIV3Schema: { properties: { spec: unknown } } } }[] };
  };
  expect(crd.spec.versions[0]!.schema.openAPIV3Schema.properties.spec).toEqual(parse(blockOf('yaml')));
});

describe('docs/commands.md', () => {
  const page = read('docs/commands.md');
  const rows = [...page.matchAll(/^\| (`?)([\w ]+)\1 \|/gm)].map(([, , cell = '']) => cell);

  test('lists every command', () => {
    const program = buildProgram({ argv: [] as readonly string[] } as Context, commands, async () => undefined);
    const names = (each: Command, path: string): string[] =>
      each.commands.flatMap((child) => {
        const name = `${path}${child.name()}`;
        const isGroup = commands.some((command) => command.name === name && !('flags' in command));
        return [...(isGroup || child.name() === 'help' ? [] : [name]), ...names(child, `${name} `)];
      });
    expect(rows.filter((row) => /^[a-z]/.test(row) && !['command', 'exit code'].includes(row)).toSorted()).toEqual(
      names(program, '').toSorted(),
    );
  });

  test('has the groups of the help', () => {
    const tables = [...page.matchAll(/^\| ([\w ]+) \| \|\n\|---\|---\|\n((?:\|.*\n)+)/gm)];
    const inPage = tables.map(([, group, table = '']) => {
      const words = [...table.matchAll(/^\| `([\w-]+)/gm)].map(([, word = '']) => word);
      return [group, [...new Set(words)]];
    });
    const program = buildProgram({ argv: [] as readonly string[] } as Context, commands, async () => undefined);
    const inHelp = helpGroups.map((group) => {
      const names = program.commands.filter((each) => each.helpGroup() === headingOf(group)).map((each) => each.name());
      return [group, names.filter((each) => each !== 'help')];
    });
    expect(inPage).toEqual(inHelp);
  });

  test('lists every exit code', () => {
    expect(rows.filter((row) => /^\d/.test(row)).map(Number)).toEqual(
      Object.values(exitCodes).toSorted((one, other) => one - other),
    );
  });
});
