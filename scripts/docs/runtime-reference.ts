import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { Node, Project, type ExportedDeclarations, type JSDoc, type SourceFile } from 'ts-morph';
import { runtimeFolders } from './runtime-folders.js';

// The runtime's declarations from the build output: without bodies and private members, but with doc comments.
const dist = fileURLToPath(new URL('../../runtime/dist', import.meta.url));
const entries: Readonly<Record<string, string>> = {
  'index.d.ts': '@operator-gen/runtime',
  'testing/index.d.ts': '@operator-gen/runtime/testing',
};

/**
 * An exported name with its declarations. There can be several, as for a class and its handle, or a function and its
 * overloads.
 */
interface Export {
  readonly name: string;
  readonly entry: string;
  readonly folder: string;
  readonly declarations: readonly ExportedDeclarations[];
}

/**
 * Returns the pages of the runtime's API reference by path, generated from the doc comments of its exports.
 * @throws Error when a folder with exports has no title, or a name has no doc comment
 */
export async function runtimeReference(): Promise<Readonly<Record<string, string>>> {
  const project = new Project({ skipAddingFilesFromTsConfig: true, compilerOptions: { noLib: true } });
  const files = Object.keys(entries).map((entry) => project.addSourceFileAtPath(`${dist}/${entry}`));
  project.resolveSourceFileDependencies();
  const exported = files.flatMap((file) => exportsOf(file));
  const folders = [...new Set(exported.map(({ folder }) => folder))];
  refuse(
    'has no title in scripts/docs/runtime-folders.ts',
    folders.filter((folder) => !(folder in runtimeFolders)),
  );
  refuse(
    'is exported and has no doc comment',
    exported.filter(isUndocumented).map(({ name }) => name),
  );
  const pages: Record<string, string> = { 'reference/runtime/README.md': indexPage(exported) };
  for (const folder of folders) {
    pages[`reference/runtime/${folder}.md`] = await folderPage(
      folder,
      exported.filter((each) => each.folder === folder),
    );
  }
  return pages;
}

function refuse(why: string, names: readonly string[]): void {
  if (names.length > 0) throw new Error(names.map((name) => `${name} ${why}`).join('\n'));
}

/**
 * Returns the exports of a file.
 * @param prefix of a namespace: `predicate.`
 */
function exportsOf(file: SourceFile, entry = entries[pathOf(file)]!, prefix = ''): readonly Export[] {
  return [...file.getExportedDeclarations()].flatMap(([name, declarations]) => {
    const [first] = declarations as [ExportedDeclarations];
    if (Node.isSourceFile(first)) return exportsOf(first, entry, `${prefix}${name}.`);
    const folder = pathOf(first.getSourceFile()).split('/', 1)[0]!;
    return [{ name: `${prefix}${name}`, entry, folder, declarations }];
  });
}

function pathOf(file: SourceFile): string {
  return file.getFilePath().slice(dist.length + 1);
}

function indexPage(exported: readonly Export[]): string {
  const rows = Object.entries(runtimeFolders)
    .filter(([folder]) => exported.some((each) => each.folder === folder))
    .map(([folder, { title, about }]) => {
      const inside = exported.filter((each) => each.folder === folder);
      const names = inside.filter(isValue).map(({ name }) => `[${name}](${folder}.md#${anchor(name, inside)})`);
      return `| [${title}](${folder}.md) | ${about} | ${names.join(', ')} |`;
    });
  return `${generated}
# The runtime's API

The exports of \`@operator-gen/runtime\`. Times are in milliseconds unless a name or a comment states otherwise.
[From controller-runtime](../../from-controller-runtime.md) maps the names of controller-runtime to these.

| | purpose | |
|---|---|---|
${rows.join('\n')}
`;
}

async function folderPage(folder: string, exported: readonly Export[]): Promise<string> {
  const { title, about } = runtimeFolders[folder]!;
  const sections: string[] = [];
  for (const each of exported) sections.push(await section(each));
  const [{ entry }] = exported as [Export];
  return `${generated}
# ${title}

${about} Imported from \`${entry}\`.

${contents(exported)}

${sections.join('\n')}`;
}

/** Returns the table of contents: a line of values, and then a line of types. */
function contents(exported: readonly Export[]): string {
  const [values, types] = [exported.filter(isValue), exported.filter((each) => !isValue(each))];
  return [values, types]
    .filter((names) => names.length > 0)
    .map((names) => names.map(({ name }) => `[${name}](#${anchor(name, exported)})`).join(' · '))
    .map((line, index) => (index === 1 || values.length === 0 ? `Types: ${line}` : line))
    .join('\n\n');
}

async function section({ name, declarations }: Export): Promise<string> {
  const docs = declarations.flatMap(docsOf);
  const code = await format(declarations.map(codeOf).join('\n'), {
    parser: 'typescript',
    printWidth: 120,
    singleQuote: true,
  });
  const words = docs.map(wordsOf).join('\n\n');
  return `## ${name}\n\n${words === '' ? '' : `${words}\n\n`}\`\`\`ts\n${code}\`\`\`\n`;
}

/** Reports whether required documentation is missing. A short union or an options object can be self-explanatory. */
function isUndocumented({ declarations }: Export): boolean {
  const needsWords = declarations.some((each) => Node.isFunctionDeclaration(each) || Node.isClassDeclaration(each));
  return needsWords && declarations.flatMap(docsOf).length === 0;
}

function docsOf(declaration: ExportedDeclarations): readonly JSDoc[] {
  const documented = Node.isVariableDeclaration(declaration) ? declaration.getVariableStatement() : declaration;
  return Node.isJSDocable(documented) ? documented.getJsDocs() : [];
}

function codeOf(declaration: ExportedDeclarations): string {
  const statement = Node.isVariableDeclaration(declaration) ? declaration.getVariableStatementOrThrow() : declaration;
  return statement
    .getText()
    .replace(/^export (declare )?/, '')
    .replace(/^\s*#private;\n/m, '');
}

/** Returns the description, and a list of the tags. Line breaks of the source are not part of the text. */
function wordsOf(doc: JSDoc): string {
  const tags = doc.getTags().map((tag) => {
    const [, what = '', text = ''] = /^@(\w+)\s*([^]*)$/.exec(tag.getText().replaceAll(/\n\s*\*\s?/g, '\n')) ?? [];
    const words = joined(text);
    return what === 'param' ? `- ${words.replace(/^(\w+) /, '`$1`: ')}` : `- ${tagWords[what] ?? what} ${words}`;
  });
  const description = joined(doc.getDescription());
  return [description, ...(tags.length === 0 ? [] : [tags.join('\n')])].join('\n\n');
}

const tagWords: Readonly<Record<string, string>> = { throws: 'Throws', returns: 'Returns' };

function joined(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*(?![-*] )/g, ' ').replaceAll(/\{@link ([^}]+)\}/g, '`$1`'))
    .join('\n\n');
}

/** Reports whether an export exists at run time; types are only listed on the pages. */
function isValue({ declarations }: Export): boolean {
  return declarations.some(
    (each) => Node.isFunctionDeclaration(each) || Node.isClassDeclaration(each) || Node.isVariableDeclaration(each),
  );
}

/**
 * Returns the anchor that GitHub generates for a heading: lowercase, without dots, and numbered if an earlier one is
 * the same.
 */
function anchor(name: string, page: readonly Export[]): string {
  const headingOf = (text: string): string => text.toLowerCase().replaceAll('.', '');
  const lower = headingOf(name);
  const same = page.filter((each) => headingOf(each.name) === lower);
  const earlier = same.findIndex((each) => each.name === name);
  return earlier > 0 ? `${lower}-${earlier}` : lower;
}

const generated =
  '<!-- Generated from the doc comments of runtime/src: npm run docs. Changes made here are lost. -->\n';
