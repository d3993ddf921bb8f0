import { expect, it } from 'vitest';
import { labelSelector } from './label-selector.js';

const objects: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = {
  web: { app: 'web', 'example.com/tier': 'front' },
  db: { app: 'db', 'example.com/tier': 'back' },
  empty: { app: '' },
  plain: undefined,
};

// The results of `kubectl get -l`;
// https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
it.each([
  ['', ['web', 'db', 'empty', 'plain']],
  ['app=web', ['web']],
  ['app == web', ['web']],
  ['app!=web', ['db', 'empty', 'plain']],
  ['app=', ['empty']],
  ['app', ['web', 'db', 'empty']],
  ['!app', ['plain']],
  ['app in (web, db)', ['web', 'db']],
  ['app in (web,)', ['web', 'empty']],
  ['app notin (web,db)', ['empty', 'plain']],
  ['app in (web,db),example.com/tier=back', ['db']],
  ['app,!example.com/tier', ['empty']],
  ['toString', []],
])('%j selects %j', (selector, expected) => {
  const selects = labelSelector(selector);
  expect(Object.keys(objects).filter((name) => selects(objects[name]))).toEqual(expected);
});

it.each(['app=a=b', 'app in web', 'app in (a', '=x', 'a b', 'a>1'])('%j is none', (selector) => {
  expect(() => labelSelector(selector)).toThrow(SyntaxError);
});
