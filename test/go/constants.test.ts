import { describe, expect, it } from 'vitest';
import { textsOf } from '../../src/go/constants.js';
import { groupVersionsOf } from '../../src/go/group-versions.js';
import { readGo } from '../../src/go/text.js';

const names = readGo(
  'names/names.go',
  'package names\n\nconst (\n\tPrefix = ".metadata." // not "other"\n\tLong = "a" +\n\t\t"b"\n\tLoop = Loop + "x"\n)\n',
);

describe('the text of an expression', () => {
  const file = readGo(
    'a/a.go',
    `package a

import "example.com/names"

type Name string

const ownerKey = names.Prefix + "controller"
const typed Name = "typed"

var twice = "one"

func f() {
	const twice = "two"
	reassigned = "x"
}
`,
  );
  const textOf = textsOf([names, file], (path) => path.replace('example.com/', ''));

  it.each<[string, string | undefined]>([
    ['"a+b"', 'a+b'],
    ['"say \\"hi\\""', 'say "hi"'],
    ['ownerKey', '.metadata.controller'],
    ['(ownerKey) + `.x`', '.metadata.controller.x'],
    ['string(typed)', 'typed'],
    ['names.Long', 'ab'],
    ['twice', undefined],
    ['reassigned', undefined],
    ['names.Loop', undefined],
    ['names.Missing', undefined],
    ['name("x")', undefined],
    ['ownerKey + suffix', undefined],
    ['', undefined],
  ])('%s is %s', (expression, value) => {
    expect(textOf(file, expression)).toBe(value);
  });
});

describe('the group and version of a package', () => {
  const groupOf = (text: string, path = 'api/v1/a.go'): unknown => {
    const file = readGo(path, text);
    return groupVersionsOf(
      [file],
      textsOf([file], () => undefined),
    ).get('api/v1');
  };
  const expected = { group: 'a.example', version: 'v1' };

  it('are those of its variable, and not those in a function or of another name', () => {
    const text = `package v1

func other() schema.GroupVersion { return schema.GroupVersion{Group: "x.example", Version: "v3"} }

var Hidden = schema.GroupVersion{Group: "b.example", Version: "v2"}
var SchemeGroupVersion = schema.GroupVersion{Group: "a.example", Version: "v1"}
`;
    expect(groupOf(text)).toEqual(expected);
  });

  it('are those of markers, with the version in the name of the package', () => {
    expect(groupOf('// +groupName=a.example\npackage v1\n')).toEqual(expected);
    expect(groupOf('// +groupName=a.example\n// +versionName=v2\npackage v1\n')).toEqual({
      ...expected,
      version: 'v2',
    });
    expect(groupOf('package v1\n')).toBeUndefined();
  });
});
