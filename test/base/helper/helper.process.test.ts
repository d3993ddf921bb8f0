import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startHelper } from '../../../src/base/helper/helper-process.js';
import { temporaryFolder } from '../../support/tree.js';

/** Writes a program that runs JavaScript in the place of the helper. */
function program(code: string): string {
  const path = join(temporaryFolder(), 'helper');
  writeFileSync(path, `#!${process.execPath}\n${code}\n`);
  chmodSync(path, 0o700);
  return path;
}

const hello = `console.log('{"protocol":3,"kubernetes":"1.36.3"}');`;
const answers = `require('readline').createInterface({ input: process.stdin }).on('line', (line) => {`;
const question = { operation: 'object', object: '{}' } as const;

it.each([
  ['ends', 'process.exit(3)', 'it ended with exit code 3'],
  ['is killed', `process.kill(process.pid, 'SIGKILL')`, 'it ended by SIGKILL'],
  ['writes something else', `console.log('hello')`, 'it wrote something other than an answer: hello'],
  [
    'has another version',
    `console.log('{"protocol":7,"problem":null}')`,
    'it speaks version 7 of the protocol instead of 3',
  ],
  [
    'is made of another version',
    `console.log('{"protocol":3,"kubernetes":"1.35.0"}')`,
    'it was built from Kubernetes "1.35.0" instead of "1.36.3"',
  ],
  ['is silent', 'setInterval(() => {}, 1000)', 'it gave no answer within 0.5 s'],
  ['falls silent', `${hello} setInterval(() => {}, 1000)`, 'it gave no answer within 0.5 s'],
  ['answers another question', `${hello} ${answers} console.log('{"id":99}') })`, 'a question that was not asked'],
])('a helper that %s is a failure of every question', async (_, code, reason) => {
  const helper = startHelper(program(code), { patience: 500 });
  const asked = await Promise.allSettled([helper.ask(question), helper.ask(question)]);
  expect(asked.map((each) => each.status)).toEqual(['rejected', 'rejected']);
  for (const each of asked) expect((each as PromiseRejectedResult).reason.message).toContain(reason);
  expect(asked[0]).toHaveProperty('reason.silentFor', reason.includes('within 0.5 s') ? 0.5 : undefined);
  expect(helper.hasFailed()).toBe(true);
  await expect(helper.ask(question)).rejects.toThrow(reason);
});

it.each(['/nowhere/helper', 'helper', '/'])('a helper at %s does not start', async (path) => {
  await expect(startHelper(path).ask(question)).rejects.toThrow(/ENOENT|EACCES|not an absolute path/);
});

it('answers reach their questions in any order, and after the end of the process', async () => {
  const reversed = `${hello} const ids = []; ${answers} ids.push(JSON.parse(line).id); if (ids.length === 2) {
    for (const id of ids.reverse()) console.log(JSON.stringify({ id, warnings: [String(id)] })); process.exit(0); } })`;
  const helper = startHelper(program(reversed));
  expect(await Promise.all([helper.ask(question), helper.ask(question)])).toEqual([
    { id: 1, warnings: ['1'] },
    { id: 2, warnings: ['2'] },
  ]);
});

it('the variables of the user do not reach it', async () => {
  process.env['SECRET_OF_THE_USER'] = 'x';
  const shows = `${hello} ${answers} console.log(JSON.stringify({ id: JSON.parse(line).id, object: process.env })) })`;
  const helper = startHelper(program(shows));
  const { object } = await helper.ask(question);
  expect(object).not.toHaveProperty('SECRET_OF_THE_USER');
  expect(object).not.toHaveProperty('HOME');
  helper.end();
  delete process.env['SECRET_OF_THE_USER'];
});

it('an answer of many megabytes is read in one piece', async () => {
  const long = `${hello} ${answers} console.log(JSON.stringify({ id: 1, object: 'x'.repeat(20_000_000) })) })`;
  const helper = startHelper(program(long));
  expect((await helper.ask(question)).object).toHaveLength(20_000_000);
  helper.end();
});

it('an answer that does not end is a failure', async () => {
  const endless = `${hello} const more = () => process.stdout.write('x'.repeat(1_000_000), more); more();`;
  await expect(startHelper(program(endless)).ask(question)).rejects.toThrow('its answer is too long');
});

it('a helper that gives up on a question answers the others, and takes no more', async () => {
  const late = `${hello} const ids = []; ${answers} ids.push(JSON.parse(line).id); if (ids.length === 2) {
    console.log(JSON.stringify({ id: 1, problem: { code: 'timeout', message: 'm' } }));
    setTimeout(() => console.log(JSON.stringify({ id: 2 })), 100); } })`;
  const helper = startHelper(program(late));
  const second = helper.ask(question).then(async (first) => {
    expect(first.problem).toEqual({ code: 'timeout', message: 'm' });
    expect(helper.hasFailed()).toBe(true);
  });
  expect(await helper.ask(question)).toEqual({ id: 2 });
  await second;
  await expect(helper.ask(question)).rejects.toThrow('a question that takes too long');
});
