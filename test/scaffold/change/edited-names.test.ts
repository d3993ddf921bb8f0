import { describe, expect, it } from 'vitest';
import { accepted } from '../../support/accepted.js';
import { codeEdits, edited, webhook } from '../../support/code-edits.js';
import type { Files } from '../../support/memory-disk.js';
import { runLine } from '../../sequences/run-line.js';

const own = 'src/webhook/v1/webserver.defaulter.ts';
const tested = 'src/webhook/v1/webserver.webhook.test.ts';

/** Returns a project that a user has edited, and the commands for it. */
async function project(title: string): Promise<{ readonly files: Files; readonly commands: readonly string[] }> {
  const { before, edit, commands } = codeEdits.find((each) => each.title === title)!;
  return { files: edit(await accepted(new Map(), ...before)), commands };
}

/** Returns the names of the imports of a file that nothing else in it mentions. */
function unusedImports(text: string): readonly string[] {
  const names = Array.from(text.matchAll(/^import (?:type )?\{([^}]*)\}/gm), ([, all]) => all!.match(/\w+(?=,|\s*$)/g));
  const code = text.replaceAll(/^(?:import|export) (?:type )?\{[^}]*\} from.*$/gm, '');
  return names.flatMap((each) => each ?? []).filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
}

describe('a defaulter that a user has moved to a file of its own and edited', () => {
  const title = 'the defaulter is in a file of its own';

  it('stays without its marker, says so, and nothing imports what it no longer needs', async () => {
    const { files, commands } = await project(title);
    const { files: gone, said, exitCode } = await runLine(files, commands[0]!);
    expect(exitCode, said).toBe(0);
    expect(said).toContain(`edited-code-kept: WebServerDefaulter in ${own}`);
    expect(gone.get(own)).not.toContain('@Webhook');
    expect(gone.get(own)).toContain("by: 'us'");
    for (const path of [own, webhook, tested]) expect(unusedImports(gone.get(path)!), path).toEqual([]);
  });

  it('gets its marker and its registration again', async () => {
    const { files, commands } = await project(title);
    const back = await accepted(files, ...commands.slice(0, 2));
    expect(back.get(own)).toMatch(/@Webhook\(\{\n {2}name: 'mwebserver/);
    expect(back.get(webhook)).not.toContain('class WebServerDefaulter');
    expect(back.get(webhook)).toContain('withDefaulter(new WebServerDefaulter())');
    expect(back.get('config/webhook/manifests.yaml')).toBe(files.get('config/webhook/manifests.yaml'));
  });

  it('is found where it is when PROJECT is older than the code', async () => {
    const { files, commands } = await project(title);
    const older = files.get('PROJECT')!.replace(/^ +defaulting: true\n/m, '');
    expect(older).not.toBe(files.get('PROJECT'));
    const again = await accepted(new Map(files).set('PROJECT', older), commands[1]!);
    for (const path of [own, webhook, tested]) expect(again.get(path)).toBe(files.get(path));
  });
});

it('a test that needs a variable that the user no longer has is a warning with its code', async () => {
  const { files, commands } = await project('the sample in the test is read before each test');
  const { files: after, said, exitCode } = await runLine(files, commands[0]!);
  expect(exitCode, said).toBe(0);
  expect(said).toContain(`edit-by-hand: webserver.webhook.test.ts in ${tested}`);
  expect(said).toContain("describe('the validator of WebServer'");
  expect(after.get(tested)).toBe(files.get(tested));
});

it('a constant with another name is used under it', async () => {
  const { files, commands } = await project('the sample in the test has another name');
  const after = await accepted(files, ...commands);
  expect(after.get(tested)).toContain('validator.validateUpdate(sample, sample)');
  expect(after.get(tested)).not.toMatch(/\bwebServer\b/);
});

it.each([
  ['a byte order mark', '\uFEFF'],
  ['a byte order mark and an interpreter', '\uFEFF#!/usr/bin/env node\n'],
])('a license header stands below %s', async (_, opening) => {
  const { files, commands } = await project('the main file can be executed');
  const path = 'src/main.ts';
  const marked = edited(files, path, [/^#!.*\n/, opening]);
  const [header, none] = [await accepted(marked, commands[0]!), await accepted(marked, ...commands)];
  expect(header.get(path)!.startsWith(`${opening}/*\nCopyright `)).toBe(true);
  expect(none.get(path)).toBe(marked.get(path));
});
