import { describe, expect, it } from 'vitest';
import {
  editedProject,
  finishEdit,
  putCertificates,
  putResource,
  removeResource,
  startEdit,
} from '../../src/project/project-edit.js';
import { parseProject } from '../../src/project/project-file.js';
import { putSettings } from '../../src/project/project-settings.js';
import type { ProjectResource } from '../../src/project/project.js';
import { putNames } from '../../src/project/renaming.js';
import { editedText } from '../support/edited-project.js';

const head = 'domain: a.b\nlayout: [typescript.operator-gen/v1]\nprojectName: x\nversion: "3"\n';
const bar: ProjectResource = { domain: 'a.b', version: 'v1', kind: 'Bar', controllers: [] };

/** Ways in which people write the list of resources. */
const forms: Readonly<Record<string, string>> = {
  'a list in flow style': `${head}resources: [{kind: Bar,  version: v1, domain: a.b}]\n`,
  'entries in flow style': `${head}resources:\n- {kind: Bar,  version: v1, domain: a.b}  # one\n`,
  'an entry over several lines of flow style': `${head}resources:\n- {kind: Bar,\n    version: v1, domain: a.b}\n`,
  JSON: `{\n  "domain": "a.b",\n  "layout": ["typescript.operator-gen/v1"], "projectName": "x", "version": "3",\n  "resources": [{"kind": "Bar",  "version": "v1", "domain": "a.b"}]\n}\n`,
  'deep indentation': `${head}resources:\n    -   kind: Bar\n        version:   v1\n        domain: a.b\n`,
  'quotes and comments': `${head}resources: # here\n# bar\n- 'kind': "Bar" # k\n  version: 'v1'\n  domain: "a.b"   # d\n# tail\n`,
  'explicit keys': `${head}? resources\n: - kind: Bar\n    version:  v1\n    domain: a.b\n`,
  'line ends of Windows': `${head}resources:\n- kind: Bar\n  version:  v1\n  domain: a.b\n`.replaceAll('\n', '\r\n'),
  'a document between markers': `---\n${head}resources:\n-  kind: Bar\n   version: v1\n   domain: a.b\n...\n`,
};

describe.each(Object.entries(forms))('PROJECT with %s', (_, text) => {
  it('has another domain, and nothing else changes', () => {
    const edited = editedText(parseProject(text), (edit) => putSettings(edit, { domain: 'c.d' }));
    expect(edited).toBe(text.replaceAll('a.b', 'c.d'));
  });

  it('has another name of a kind, and nothing else changes', () => {
    const edited = editedText(parseProject(text), (edit) => putNames(edit, [[bar, { ...bar, kind: 'Baz' }]]));
    expect(edited).toBe(text.replace('Bar', 'Baz'));
  });

  it('gets a second entry, and keeps the first one as it is', () => {
    const foo: ProjectResource = { ...bar, kind: 'Foo' };
    const edited = editedText(parseProject(text), (edit) => putResource(edit, foo));
    expect(parseProject(edited).project.resources).toEqual([bar, foo]);
    const entry = /['"]?kind['"]?:[^]*?a\.b/.exec(text)![0].trimEnd();
    expect(edited).toContain(entry);
  });

  it('has no list when its only entry goes', () => {
    const edited = editedText(parseProject(text), (edit) => removeResource(edit, bar));
    expect(parseProject(edited).project.resources).toEqual([]);
    expect(edited).not.toContain('resources');
  });
});

describe('several edits', () => {
  it('see one another, and are printed together', () => {
    const text = `${head}resources:\n- {kind: Bar, version: v1, domain: a.b}\n`;
    const edited = editedText(parseProject(text), (edit) => {
      removeResource(edit, bar);
      expect(editedProject(edit).resources).toEqual([]);
      putResource(edit, { ...bar, kind: 'Foo' });
      putCertificates(edit, 'self-signed');
      expect(editedProject(edit)).toMatchObject({ resources: [{ kind: 'Foo' }], certificates: 'self-signed' });
    });
    expect(parseProject(edited).project).toMatchObject({ resources: [{ kind: 'Foo' }], certificates: 'self-signed' });
  });

  it('leave what was read as it is', () => {
    const file = parseProject(`${head}resources:\n- {kind: Bar, version: v1, domain: a.b}\n`);
    const edit = startEdit(file);
    removeResource(edit, bar);
    expect(editedProject(startEdit(file)).resources).toHaveLength(1);
    expect(file.project.resources).toHaveLength(1);
  });
});

describe('an entry that goes with an anchor', () => {
  it.each([
    ['of a value', '- kind: Bar\n  version: v1\n  domain: a.b\n  api: &x {crdVersion: v1}', '  api: *x', false],
    ['of an entry', '- &x\n  kind: Bar\n  version: v1\n  domain: a.b\n  api: {crdVersion: v1}', '  <<: *x', true],
  ])('%s leaves the value where an alias was, and says whether all is printed again', (_, first, alias, again) => {
    const text = `# kept\n${head}resources:\n${first}\n- kind: Foo\n  version: v1\n  domain: a.b\n${alias}\n`;
    const edit = startEdit(parseProject(text));
    removeResource(edit, bar);
    const edited = finishEdit(edit);
    expect(edited.reformatted).toBe(again);
    expect(edited.text).toContain('# kept');
    expect(parseProject(edited.text).project.resources).toEqual([
      { ...bar, kind: 'Foo', api: { crdVersion: 'v1', namespaced: false } },
    ]);
  });
});

describe('an edit of an entry that shares values with others', () => {
  const text = `${head}resources:
- &shop
  api: &api
    crdVersion: v1
  domain: a.b
  kind: Shop
  version: v1
  webhooks: &hooks
    defaulting: true
    webhookVersion: v1
- api: *api
  domain: a.b
  kind: Order
  version: v1
  webhooks: *hooks
- &third
  <<: *shop
  kind: Third
- <<: [*third, *shop]
  kind: Fourth
`;
  const kinds = ['Shop', 'Order', 'Third', 'Fourth'];

  it.each(kinds)('changes %s alone', (kind) => {
    const file = parseProject(text);
    const edit = startEdit(file);
    const chosen = file.project.resources.find((each) => each.kind === kind)!;
    putResource(edit, { ...chosen, webhooks: { ...chosen.webhooks!, validation: true } });
    const edited = parseProject(finishEdit(edit).text).project.resources;
    expect(edited.map((each) => [each.kind, each.webhooks?.validation])).toEqual(
      kinds.map((each) => [each, each === kind]),
    );
    const { webhooks: _, ...bare } = chosen;
    putResource(edit, bare);
    const without = parseProject(finishEdit(edit).text).project.resources;
    expect(without.map(({ webhooks }) => webhooks !== undefined)).toEqual(kinds.map((each) => each !== kind));
  });

  it('renames one of them, and leaves the aliases where nothing changes', () => {
    const file = parseProject(text);
    const edit = startEdit(file);
    const [, order] = file.project.resources;
    putNames(edit, [[order!, { ...order!, kind: 'Bill' }]]);
    expect(finishEdit(edit)).toEqual({ text: text.replace('kind: Order', 'kind: Bill'), reformatted: false });
  });
});
