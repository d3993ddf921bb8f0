import { describe, expect, it } from 'vitest';
import { textMentions } from '../../../src/scaffold/refactor/code/text-mentions.js';
import { codeHost, codeRoot } from '../../support/code-project.js';

function found(text: string, words: readonly string[] = ['Web', 'web']): readonly string[] {
  const mentions = textMentions(codeHost({ 'src/a.ts': text }), codeRoot, words);
  return mentions.map(({ position, word, where }) => `${position.line}:${position.column} ${where} ${word}`);
}

describe('mentions of a word', () => {
  it.each([
    ['/** A Web. */\nclass A {}', ['1:7 comment Web']],
    ['class A {} // of the web', ['1:22 comment web']],
    ['call(/* Web */);', ['1:9 comment Web']],
    ['/** {@link Web} */\nclass A {}', ['1:12 comment Web']],
    ["const a = 'the Web';", ['1:16 text Web']],
    ['const a = `Web ${1} web`;', ['1:12 text Web', '1:21 text web']],
    ['const a = `Web`, myWeb = 1;', ['1:12 text Web', '1:20 name Web']],
    ['class WebSpec {\n  #web = 1;\n}', ['1:7 name Web', '2:4 name web']],
    ['const a = { web: 1 }.web;', ['1:13 name web', '1:22 name web']],
    ['// websites, Webster, cobweb, WWeb', []],
    ["import './web.js'; new URL('./web', import.meta.url);", []],
    ["const a = 'web/v1', b = 'web-v1';", ['1:12 text web', '1:26 text web']],
  ])('%j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('says the longer of two words that begin at one place', () => {
    expect(found('// WebServer, Web', ['Web', 'WebServer'])).toEqual(['1:4 comment WebServer', '1:15 comment Web']);
  });

  it('finds words that no pattern is made of', () => {
    expect(found('// a.b, axb', ['a.b'])).toEqual(['1:4 comment a.b']);
    expect(found('// x', [])).toEqual([]);
    expect(found('// x', [''])).toEqual([]);
  });

  it('counts from the start of the file that it names', () => {
    const host = codeHost({ 'test/b.ts': '\r\n  // Web', 'config/web.yaml': 'web: 1' });
    expect(textMentions(host, codeRoot, ['Web', 'web'])).toEqual([
      { position: { file: 'test/b.ts', line: 2, column: 6, length: 3 }, word: 'Web', where: 'comment' },
    ]);
  });
});
