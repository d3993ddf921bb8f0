import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { plain } from '../../../src/base/diagnostics/print-style.js';
import { clusterName } from '../../../src/features/dev/cluster/target.js';
import type { Message } from '../../../src/features/dev/show/message.js';
import { printed } from '../../../src/features/dev/show/plain.js';
import { withoutRepeats } from '../../../src/features/dev/show/repeats.js';
import { statusAfter } from '../../../src/features/dev/show/teller.js';

const print = (message: Message): string =>
  printed(message, '12:00:00', { style: plain, problems: () => 'PROBLEMS\n' });
const subject = { controller: 'web', object: 'default/x' };

describe('a message for people', () => {
  it.each<readonly [Message, string]>([
    [
      { event: 'reconciled', ...subject, milliseconds: 12.3, result: 'success', wrote: [] },
      'web default/x reconciled in 12 ms, no writes',
    ],
    [
      { event: 'reconciled', ...subject, milliseconds: 1_500, result: 'success', wrote: ['patch pods default/p'] },
      'web default/x reconciled in 1.5 s, wrote patch pods default/p',
    ],
    [
      { event: 'reconciled', ...subject, milliseconds: 1, result: 'requeue_after' },
      'web default/x reconciled in 1 ms, to be reconciled again later',
    ],
    [
      { event: 'slow', ...subject, milliseconds: 10_200 },
      'web default/x has been reconciled for 10.2 s, and has not returned',
    ],
    [
      { event: 'loop', object: 'webs default/x', writes: 42, seconds: 10, fields: ['status.at'] },
      '42 writes to webs default/x in 10 s: each write makes the next one; the field that changes: status.at',
    ],
    [
      { event: 'log', level: 'info', message: 'hello', ...subject, fields: { size: 3, text: 'a' } },
      'web default/x: hello size=3 text=a',
    ],
    [{ event: 'built', milliseconds: 200 }, 'built in 0.2 s'],
    [
      { event: 'restarts', milliseconds: 4_000, crashes: 2 },
      'the operator starts again in 4.0 s, or with the next change',
    ],
  ])('%o', (message, line) => {
    expect(print(message)).toBe(`12:00:00 ${line}\n`);
  });

  it('has the marker for a missing permission', () => {
    const marker = ["@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['patch'] })"];
    const text = print({ event: 'forbidden', verb: 'patch', group: 'apps', resource: 'deployments', marker });
    expect(text.split('\n').map((line) => line.trim())).toEqual([
      '12:00:00 the operator is not allowed to patch deployments (apps)',
      'add:',
      marker[0],
      'or: npx operator-gen rbac --fix (key f)',
      '',
    ]);
  });

  it('says whether the last good operator runs on, with the problems', () => {
    const refused = { event: 'refused', diagnostics: [], lines: ['X [ERROR] no'] } as const;
    expect(print({ ...refused, isOperatorRunning: true })).toMatch(
      /the last good operator runs on\n +X \[ERROR\] no\nPROBLEMS\n/,
    );
    expect(print({ ...refused, isOperatorRunning: false })).toContain('waiting for the next change');
  });

  it('has the conditions as a table', () => {
    const ready = { type: 'Ready', status: 'True', reason: 'Ok', message: '' };
    const rows = [
      { kind: 'Web', object: 'default/x', conditions: [ready] },
      { kind: 'Web', object: 'y', conditions: [] },
    ];
    const lines = print({ event: 'conditions', rows })
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));
    expect(lines.slice(2, 4)).toEqual([
      ['Web', 'default/x', 'Ready=True', 'Ok'],
      ['Web', 'y', '(no conditions)'],
    ]);
  });

  it('cannot control the terminal, and is not endless', () => {
    const text = print({ event: 'printed', line: `\u001b[2J\u202e${'x'.repeat(50_000)}` });
    expect(stripVTControlCharacters(text)).toBe(text);
    expect(text).not.toContain('\u202e');
    expect(text.length).toBeLessThan(2_100);
  });
});

describe('the line at the bottom of a terminal', () => {
  const refused: Message = { event: 'refused', diagnostics: [], lines: ['a', 'X [ERROR] no'], isOperatorRunning: true };

  it('has what is wrong until a change mends it', () => {
    const status = statusAfter(refused, '');
    expect(status).toBe('NOT APPLIED: X [ERROR] no');
    expect(statusAfter({ event: 'changed', files: [] }, status)).toBe(status);
    expect(statusAfter({ event: 'generated', files: [], milliseconds: 1 }, status)).toBe('');
  });
});

describe('a failure that repeats', () => {
  const failed = (error: string): Message => ({ event: 'failed', ...subject, error, at: 'src/a.ts:1:1' });

  it('is shown in full once, and then rarely', () => {
    const shorten = withoutRepeats();
    const shown = Array.from({ length: 20 }, () => shorten(failed('no')));
    expect(shown.map((each) => each?.event === 'failed' && each.error).filter(Boolean)).toEqual([
      'no',
      'the same error',
      'the same error',
    ]);
  });

  it('is shown in full again if it is another one, or after a success', () => {
    const shorten = withoutRepeats();
    const success: Message = { event: 'reconciled', ...subject, milliseconds: 1, result: 'success' };
    const shown = [failed('a'), failed('b'), success, failed('b')].map(shorten);
    expect(shown).toEqual([failed('a'), failed('b'), success, failed('b')]);
  });
});

it.each([
  ['shop-operator', 'shop-operator'],
  ['Shop_Operator', 'shop-operator'],
  [`${'a'.repeat(39)}-b`, 'a'.repeat(39)],
])('the cluster of the project %s is %s', (project, name) => {
  expect(clusterName(project)).toBe(name);
});
