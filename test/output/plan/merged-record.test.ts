import { describe, expect, test } from 'vitest';
import { parseState, printState, recordText, type RecordedFile } from '../../../src/output/plan/state.js';

const file = (hash: string, ownership: RecordedFile['ownership'] = 'generated'): RecordedFile => ({ ownership, hash });
const record = (files: Readonly<Record<string, RecordedFile>>) => printState(new Map(Object.entries(files)));

/** Returns the hashes in a record by path. */
function hashes(text: string, now: Readonly<Record<string, string>> = {}) {
  return Object.fromEntries([...parseState(text, (path) => now[path])].map(([path, { hash }]) => [path, hash]));
}

describe('a record', () => {
  test('has one line for each file, and is JSON', () => {
    const text = record({ b: file('1'), 'a "quoted" name': { ...file('2', 'sample'), triedFrom: '3' } });
    expect(text.split('\n')).toHaveLength(8);
    expect(JSON.parse(text)).toEqual({
      version: 1,
      files: { 'a "quoted" name': { ownership: 'sample', hash: '2', triedFrom: '3' }, b: file('1') },
    });
    expect(printState(parseState(text))).toBe(text);
    expect(printState(new Map())).toBe('{\n  "version": 1,\n  "files": {}\n}\n');
  });

  test('keeps the form of earlier releases while its files are the same', () => {
    const state = new Map([['a', file('1')]]);
    const earlier = `${JSON.stringify({ version: 1, files: { a: file('1') } }, undefined, 2)}\n`;
    expect(recordText(state, state, earlier)).toBe(earlier);
    expect(recordText(new Map([...state, ['b', file('2')]]), state, earlier)).toBe(
      record({ a: file('1'), b: file('2') }),
    );
    expect(recordText(state, new Map(), undefined)).toBe(record({ a: file('1') }));
  });

  const [ours, theirs] = [record({ a: file('1'), b: file('2') }), record({ a: file('1'), b: file('3'), c: file('4') })];
  const lines = (text: string) => text.split('\n').slice(4, -3).join('\n');

  test.each([
    ['both lines', ours.replace(lines(ours), `${lines(ours)},\n${lines(theirs)}`)],
    ['both lines without a comma', ours.replace(lines(ours), `${lines(ours)}\n${lines(theirs)}`)],
    [
      'conflict markers',
      ours.replace(lines(ours), `<<<<<<< HEAD\n${lines(ours)}\n=======\n${lines(theirs)}\n>>>>>>> b`),
    ],
    [
      'conflict markers with the base',
      ours.replace(lines(ours), `<<<<<<< HEAD\n${lines(ours)}\n||||||| 1\n=======\n${lines(theirs)}\n>>>>>>> b`),
    ],
    [
      'a conflict in the form of earlier releases',
      '{\n  "version": 1,\n  "files": {\n    "a": {\n      "ownership": "generated",\n      "hash": "1"\n    },\n    "b": {\n      "ownership": "generated",\n' +
        '<<<<<<< HEAD\n      "hash": "2"\n=======\n      "hash": "3"\n    },\n    "c": {\n      "ownership": "generated",\n      "hash": "4"\n>>>>>>> b\n    }\n  }\n}\n',
    ],
  ])('of two branches has the files of both: %s', (_, text) => {
    expect(hashes(text, { b: '2' })).toEqual({ a: '1', b: '2', c: '4' });
    expect(hashes(text, { b: '3' })).toEqual({ a: '1', b: '3', c: '4' });
  });

  test.each(['{', '<<<<<<< HEAD\n', '[]', '{"version": 1, "files": {"a": {"ownership": "owner", "hash": "1"}}}'])(
    'that is damaged otherwise is refused: %s',
    (text) => {
      expect(() => parseState(text)).toThrow('cannot be read');
    },
  );
});
