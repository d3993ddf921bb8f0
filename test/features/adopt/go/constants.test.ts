import { describe, expect, it } from 'vitest';
import { readGo, readGoFile, readsGo } from '../../../support/go-code.js';

const names =
  'package names\n\nconst (\n\tPrefix = ".metadata." // not "other"\n\tLong = "a" +\n\t\t"b"\n\tLoop = Loop + "x"\n\tBig = "0123456789"\n)\n';

/** The names of Leases show what is known of a text. */
const lease = (expression: string): string => `package a

import (
	"example.com/names"
	"fmt"
	"strconv"
)

type Name string

const ownerKey = names.Prefix + "controller"
const typed Name = "typed"

var variable = "one"
var grown = ${Array.from({ length: 500 }, () => 'names.Big').join(' + ')}

func f(ctrl Options) {
	const variable2 = "two"
	reassigned = "x"
	ctrl.LeaderElectionID = ${expression}
}
`;

describe.skipIf(!readsGo)('the text of an expression', () => {
  it.each<[string, string | undefined]>([
    ['"a+b"', 'a+b'],
    ['"say \\"hi\\""', 'say "hi"'],
    ['ownerKey', '.metadata.controller'],
    ['(ownerKey) + `.x`', '.metadata.controller.x'],
    ['string(typed)', 'typed'],
    ['Name("typed")', 'typed'],
    ['names.Long', 'ab'],
    ['variable', 'one'],
    ['variable2', 'two'],
    ['reassigned', 'x'],
    ['fmt.Sprintf("%s-%d", names.Prefix, 7)', '.metadata.-7'],
    ['fmt.Sprintf("%s-%d", names.Prefix, seven)', undefined],
    ['fmt.Sprintf("%5d", 7)', undefined],
    ['fmt.Sprintf("%d")', undefined],
    ['"a-" + strconv.Itoa(7)', 'a-7'],
    ['os.Getenv("NAME")', undefined],
    ['names.Loop', undefined],
    ['names.Missing', undefined],
    ['name("x")', undefined],
    ['ownerKey + suffix', undefined],
    ['grown', undefined],
  ])('%s is %s', async (expression, value) => {
    const file = await readGoFile('a/a.go', lease(expression), { 'names/names.go': names });
    expect(file.lease?.name).toBe(value);
  });
});

describe.skipIf(!readsGo)('the group and version of a package', () => {
  const groupOf = async (text: string): Promise<unknown> => {
    const { conversions } = await readGo({ 'api/v1/a.go': `${text}\nfunc (a *A) Hub() {}\n` });
    return conversions[0];
  };
  const expected = { name: 'Hub', kind: 'A', is: 'declared', group: 'a.example', version: 'v1' };

  it('are those of its variable, and not those in a function or of another name', async () => {
    const text = `package v1

func other() schema.GroupVersion { return schema.GroupVersion{Group: "x.example", Version: "v3"} }

var Hidden = schema.GroupVersion{Group: "b.example", Version: "v2"}
var SchemeGroupVersion = schema.GroupVersion{Group: "a.example", Version: "v1"}
`;
    expect(await groupOf(text)).toEqual(expected);
    expect(await groupOf('package v1\nvar x, GroupVersion = 1, schema.GroupVersion{"a.example", "v1"}')).toEqual(
      expected,
    );
  });

  it('are those of markers, with the version in the name of the package', async () => {
    expect(await groupOf('// +groupName=a.example\npackage v1\n')).toEqual(expected);
    expect(await groupOf('// +groupName=a.example\n// +versionName=v2\npackage v1\n')).toEqual({
      ...expected,
      version: 'v2',
    });
    expect(await groupOf('package v1\n')).toBeUndefined();
  });
});
