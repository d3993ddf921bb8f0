import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { hashOfModules, pinnedToolchain } from '../../scripts/upstream/go.js';
import { clusterProgram, helperProgram } from '../../scripts/upstream/go-program.js';
import {
  licenseListOf,
  licensesIn,
  renderList,
  renderTexts,
  standardLibrary,
} from '../../scripts/upstream/licenses.js';

/** Returns the version that go.mod requires of a module, or replaces it with. */
function versionIn(goMod: string, name: string): string | undefined {
  const escaped = name.replaceAll(/[.+]/g, String.raw`\$&`);
  const replaced = new RegExp(String.raw`^\t${escaped} => \S+ (\S+)$`, 'm').exec(goMod);
  return (replaced ?? new RegExp(String.raw`^\t${escaped} (v\S+)(?: // indirect)?$`, 'm').exec(goMod))?.[1];
}

// Neither Go nor its modules have to be on this machine.
describe.each([helperProgram, clusterProgram])('the list of licenses of $title', (program) => {
  const list = readFileSync(licenseListOf(program), 'utf8');
  const [goMod, goSum] = ['go.mod', 'go.sum'].map((name) => readFileSync(join(program.folder, name), 'utf8')) as [
    string,
    string,
  ];
  const modules = [...list.matchAll(/^(\S+) (v\S+): (.+)$/gm)].map(([, name = '', version = '']) => ({
    name,
    version,
  }));

  it('is of these modules; after a change: npm run upstream -- --licenses', () => {
    expect(list).toContain(`SHA-256 of go.mod and go.sum: ${hashOfModules(program)}\n`);
    expect(list).toContain(`${standardLibrary} ${pinnedToolchain(program)}: BSD-3-Clause\n`);
    expect(modules.length).toBeGreaterThan(50);
  });

  it('has the versions that are built', () => {
    expect(modules.map(({ name }) => ({ name, version: versionIn(goMod, name) }))).toEqual(modules);
    expect(modules.filter(({ name, version }) => !goSum.includes(`${name} ${version} h1:`))).toEqual([]);
  });

  it('has every module that the sources import', () => {
    const required = [...goMod.matchAll(/^require \(\n(.*?)^\)/gms)].map(([, each]) => each).join('');
    const direct = [...required.matchAll(/^\t(\S+) v\S+$/gm)].map(([, name]) => name);
    expect(direct.length).toBeGreaterThan(5);
    expect(modules.map(({ name }) => name)).toEqual(expect.arrayContaining(direct));
  });
});

test.each([
  ['Licensed under the Apache License,\n   Version 2.0', ['Apache-2.0']],
  ['// Permission is hereby granted, free of\n// charge, to any person obtaining a copy', ['MIT']],
  ['Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee', ['ISC']],
  ['Redistribution and use in source\nand binary forms, with or without', ['BSD-2-Clause']],
  ['Redistribution and use in source and binary forms ... to endorse or promote products', ['BSD-3-Clause']],
  ['GNU AFFERO GENERAL PUBLIC LICENSE', []],
])('the licenses in %j', (text, ids) => {
  expect(licensesIn(text)).toEqual(ids);
});

const mit = 'Permission is hereby granted, free of charge, to any person obtaining a copy';
const moduleWith = (name: string, texts: Readonly<Record<string, string>>) => ({
  name,
  version: 'v1.0.0',
  texts: new Map(Object.entries(texts)),
});

test('a module with an unknown license, or without one, is refused', () => {
  expect(() =>
    renderList(helperProgram, [moduleWith('a', { LICENSE: mit, 'b/LICENSE': 'All rights reserved' })]),
  ).toThrow('the license b/LICENSE of a is unknown');
  expect(() => renderList(helperProgram, [moduleWith('a', { NOTICE: mit })])).toThrow('a has no license file');
});

test('the packages have each text once, with the modules that it is of', () => {
  const texts = renderTexts(helperProgram, [
    moduleWith('a', { LICENSE: mit, NOTICE: 'of a' }),
    moduleWith('b', { 'c/LICENSE': mit.replaceAll(' ', '\n') }),
  ]);
  expect(texts).toContain('a v1.0.0: MIT\nb v1.0.0: MIT\n');
  expect(texts.match(/free\sof\scharge/g)).toHaveLength(1);
  expect(texts).toContain('a: LICENSE\nb: c/LICENSE\n');
  expect(texts).toContain('of a\n');
});
