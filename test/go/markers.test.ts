import { describe, expect, it } from 'vitest';
import { markerArguments, markersIn } from '../../src/go/markers.js';
import { readGo } from '../../src/go/text.js';

describe('the markers of a Go file', () => {
  it('are in its comments, with their positions', () => {
    const file = readGo(
      'a.go',
      'package a\n\n// +kubebuilder:rbac:groups=apps\n//+kubebuilder:x\nvar s = "// +kubebuilder:y"\n',
    );
    expect(markersIn(file, 'kubebuilder:')).toEqual([
      { text: 'kubebuilder:rbac:groups=apps', position: { file: 'a.go', line: 3, column: 4 } },
      { text: 'kubebuilder:x', position: { file: 'a.go', line: 4, column: 3 } },
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
