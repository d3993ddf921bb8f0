import { LineCounter, parseAllDocuments, parseDocument } from 'yaml';
import { describe, expect, it } from 'vitest';
import { asKustomize, isYamlProblem, yamlDocument, yamlDocuments } from '../../../src/base/text/yaml-documents.js';

const texts: Readonly<Record<string, string>> = {
  'an empty text': '',
  'a comment alone': '# nothing\n',
  'two documents': 'a: 1\n---\n# two\nb: 2\n...\n',
  'a directive': '%YAML 1.1\n---\na: yes\n',
  'ends of lines in texts': '{a: [1,\n2, "x\ny"]}\r\n---\r\n- >\n  a\n\n  b\n',
  'an anchor and a merge': 'a: &x {b: 1}\nc: {<<: *x, d: 0o17}\n',
  'no end': 'a: [\n',
  'a tab': 'a:\n\t- x\n',
  'binary data that is none': '- !!binary "%%"\n',
  'a key that is there twice': 'a: 1\na: 2\n',
};

describe('a YAML text is read as the package reads it', () => {
  it.each(Object.keys(texts))('%s', (what) => {
    const text = texts[what]!;
    for (const options of [{}, { version: '1.1' }, { ...asKustomize, merge: true, intAsBigInt: true }] as const) {
      const [ours, theirs] = [new LineCounter(), new LineCounter()];
      const quiet = { ...options, logLevel: 'error', prettyErrors: false } as const;
      const one = yamlDocument(text, { ...options, lineCounter: ours });
      expect(said(one)).toEqual(said(parseDocument(text, { ...quiet, lineCounter: theirs })));
      expect(ours.lineStarts).toEqual(theirs.lineStarts);
      const all = yamlDocuments(text, options);
      expect(isYamlProblem(all) ? all : all.map(said)).toEqual([...parseAllDocuments(text, quiet)].map(said));
    }
  });
});

it.each([
  '<<: b\n',
  '? <<\n: 1\n',
  '!!merge a: b\n',
  '!!merge "x": [1]\n',
  '%TAG !m! tag:yaml.org,2002:mer\n---\n!m!ge a: b\n',
  'a: *b\n',
  'a: &a [*a]\n',
])('%j has no value, which is found before it is read', (text) => {
  expect(yamlDocument(text)).toHaveProperty('message');
});

it('a text can have nearly a hundred aliases', () => {
  const list = (aliases: number): string => `a: &a 1\nb:\n${'- *a\n'.repeat(aliases)}`;
  expect(yamlDocument(list(90))).not.toHaveProperty('message');
  expect(yamlDocument(list(101))).toHaveProperty('message', 'it has more than 100 aliases');
});

function said(document: ReturnType<typeof yamlDocument>): unknown {
  if (isYamlProblem(document)) return document;
  const { errors, warnings, range, comment, commentBefore } = document;
  const value = errors.length > 0 ? undefined : (document.toJS() as unknown);
  const problems = [...errors, ...warnings].map(({ code, message, pos }) => ({ code, message, pos }));
  return { value, problems, range, comment, commentBefore };
}
