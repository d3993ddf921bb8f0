import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as runtime from '@operator-gen/runtime';
import * as testing from '@operator-gen/runtime/testing';
import { Project, type ExportedDeclarations } from 'ts-morph';
import { expect, it, test } from 'vitest';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const dist = fileURLToPath(new URL('../../runtime/dist/', import.meta.url));
const page = readFileSync(`${docs}from-controller-runtime.md`, 'utf8');
const tasks = readdirSync(`${docs}tasks`).map((file) => readFileSync(`${docs}tasks/${file}`, 'utf8'));

/** What the runtime exports, types too: the declarations by name. */
const exported = new Map<string, readonly ExportedDeclarations[]>(
  ['index.d.ts', 'testing/index.d.ts', 'api/index.d.ts'].flatMap((entry) => {
    const project = new Project({ skipAddingFilesFromTsConfig: true });
    return [...project.addSourceFileAtPath(`${dist}${entry}`).getExportedDeclarations()];
  }),
);

/** The name behind a link into the reference, whose headings GitHub writes in lower case. */
function exportOf(folder: string, anchor: string, text: string): string | undefined {
  const [wanted, plain] = [anchor.toLowerCase(), anchor.replace(/-\d+$/, '')];
  const names = [...exported.keys()].filter((name) => [wanted, plain].includes(name.toLowerCase()));
  const inFolder = names.filter((name) =>
    exported.get(name)!.some((each) => each.getSourceFile().getFilePath().startsWith(`${dist}${folder}/`)),
  );
  return inFolder.find((name) => name === text) ?? inFolder.at(-1);
}

function hasMember(name: string, member: string): boolean {
  return exported.get(name)!.some((each) => each.getType().getProperty(member) !== undefined);
}

const links = [...page.matchAll(/\[`([^`]+)`\]\(reference\/runtime\/(\w+)\.md#([\w-]+)\)/g)].map(
  ([, text = '', folder = '', anchor = '']) => ({ text, folder, anchor }),
);

test('there are links', () => {
  expect(links.length).toBeGreaterThan(200);
  expect(page.match(/\]\(reference\/runtime\//g)).toHaveLength(links.length);
});

it.each(links)('$text is exported, or a part of what is: $folder#$anchor', ({ text, folder, anchor }) => {
  const last = text.replace(/\(\)$/, '').split('.').at(-1)!;
  if (folder === 'controller' && anchor.startsWith('predicate')) {
    // Those of a namespace have its name before theirs.
    expect(Object.keys(runtime.predicate).map((name) => `predicate${name.toLowerCase()}`)).toContain(anchor);
    return;
  }
  const name = exportOf(folder, anchor, last);
  expect(name, `${folder} exports nothing of the name ${anchor}`).toBeDefined();
  expect(name === last || hasMember(name!, last), `${name} has no ${last}`).toBe(true);
});

/** What can be linked to on a page of the reference: GitHub numbers headings that are the same in lower case. */
function anchorsOf(folder: string): ReadonlySet<string> {
  const text = readFileSync(`${docs}reference/runtime/${folder}.md`, 'utf8');
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll('.', ''),
  );
  return new Set(
    headings.map((heading, index) => {
      const earlier = headings.slice(0, index).filter((each) => each === heading).length;
      return earlier === 0 ? heading : `${heading}-${earlier}`;
    }),
  );
}

it.each([...new Set(links.map(({ folder }) => folder))])('what is linked to is on the page of %s', (folder) => {
  const anchors = anchorsOf(folder);
  const linked = links.filter((each) => each.folder === folder);
  expect(linked.filter(({ anchor }) => !anchors.has(anchor))).toEqual([]);
});

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Go |'))
  .map((line) => line.split(/(?<!\\) \| /));

it.each(rows.map(([go = '', ours = '']) => [go, ours]))('what stands for %s is there', (_, ours) => {
  const linked = [...ours.matchAll(/\[`([^`]+)`\]\(reference\/runtime\/(\w+)\.md#([\w-]+)\)/g)];
  const owners = linked
    .map(([, text = '', folder = '', anchor = '']) => exportOf(folder, anchor, text))
    .filter((name) => name !== undefined);
  const plain = [...ours.replaceAll(/\[`[^`]+`\]\([^)]*\)/g, '').matchAll(/`([a-z]\w*)`/g)].map(
    ([, name = '']) => name,
  );
  const unknown = plain.filter(
    (name) => !exported.has(name) && !(name in runtime.predicate) && !owners.some((owner) => hasMember(owner, name)),
  );
  expect(unknown).toEqual([]);
});

test('every value that is exported is on this page or on that of a task', () => {
  const values = [...Object.keys(runtime), ...Object.keys(runtime.predicate), ...Object.keys(testing)];
  expect(values.length).toBeGreaterThan(100);
  const text = [page, ...tasks].join('\n');
  expect(values.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});
