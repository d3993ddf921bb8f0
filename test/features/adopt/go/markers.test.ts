import { describe, expect, it } from 'vitest';
import { markerArguments, markersIn } from '../../../../src/features/adopt/code/go-markers.js';
import { readGoFile, readsGo } from '../../../support/go-code.js';

describe.skipIf(!readsGo)('the markers of a Go file', () => {
  const marked = 'package a\n\n// +kubebuilder:rbac:groups=apps\n//+kubebuilder:x\n';

  it('are in its line comments, with their positions', async () => {
    const file = await readGoFile('a.go', `${marked}var s = "// +kubebuilder:y"\n\n/* +kubebuilder:z */\n`);
    expect(markersIn(file, 'kubebuilder:')).toEqual([
      { text: 'kubebuilder:rbac:groups=apps', position: { file: 'a.go', line: 3, column: 4 } },
      { text: 'kubebuilder:x', position: { file: 'a.go', line: 4, column: 3 } },
    ]);
  });

  it('are known in a file with a syntax error, also behind it', async () => {
    const file = await readGoFile('a.go', `package a\nfunc (\n${marked.slice('package a\n'.length)}`);
    expect(markersIn(file, 'kubebuilder:').map(({ text }) => text)).toEqual([
      'kubebuilder:rbac:groups=apps',
      'kubebuilder:x',
    ]);
  });

  it('have columns in the units of JavaScript, and no line of a comment for compilers', async () => {
    const file = await readGoFile('a.go', 'package a\n\n//line other.go:7\nvar s = "ä😀" // +kubebuilder:x\n');
    expect(markersIn(file, 'kubebuilder:')).toEqual([
      { text: 'kubebuilder:x', position: { file: 'a.go', line: 4, column: 18 } },
    ]);
  });
});

describe('the arguments of a marker', () => {
  it.each([
    ['groups=apps;batch,verbs=get;list', { groups: ['apps', 'batch'], verbs: ['get', 'list'] }],
    ['groups="",resources=pods', { groups: [''], resources: ['pods'] }],
    ['verbs={get,list},urls=/metrics', { verbs: ['get', 'list'], urls: ['/metrics'] }],
    ['name="a,b;c",other=`d`', { name: ['a,b;c'], other: ['d'] }],
    ['flag,name = x ', { flag: ['true'], name: ['x'] }],
    ['', {}],
  ])('%s', (text, expected) => {
    expect(Object.fromEntries(markerArguments(text) ?? [])).toEqual(expected);
  });

  it.each(['groups="open', 'a b', '=x', 'a={b'])('are unknown of %s', (text) => {
    expect(markerArguments(text)).toBeUndefined();
  });

  it('are read in time that grows with the text', () => {
    expect(markerArguments(`a=${'{'.repeat(100_000)}`)).toBeUndefined();
    expect(markerArguments(`a=${'"'.repeat(100_001)}`)).toBeUndefined();
  });
});
