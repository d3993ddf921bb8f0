import { division, type Node } from './division.js';
import { fileText } from './file-text.js';
import { formattedParts } from './format.js';
import type { Declaration, SourceText } from './source.js';
import { sharedName } from './uses.js';
import { noUses, printDeclaration, type Style } from './print.js';

/** Maximum number of lines of a file with several declarations. A license header adds to them. */
const mostLines = 380;
/**
 * Maximum numbers of lines of the declarations in a file. If a file is too long with its imports, the next number is
 * tried: imports depend on how all files are divided.
 */
const sizes = [360, 340, 320, 300, 280, 250];

/** The style and the format of the files. */
export interface FileOptions {
  readonly style: Style;
  /** Whether the code is formatted. */
  readonly format: boolean;
  /** The prefix of the names of the files with types that several kinds use, in PascalCase; by default `Shared`. */
  readonly shared?: string;
}

/** Returns the files with the classes of kinds and the types that they use. */
export async function filesOf(
  kinds: readonly Declaration[],
  { style, format, shared = sharedName }: FileOptions,
): Promise<readonly SourceText[]> {
  const nodes = new Map<Declaration, Node>();
  const make = (each: Declaration, kind: string): Node => nodeOf(each, nodes, kind, style);
  const roots = kinds.map((each) => make(each, each.name));
  // By depth: a type belongs to the file of the type that uses it first and at the lowest depth.
  for (let level: readonly Node[] = roots; level.length > 0;) {
    level = level.flatMap((node) => {
      node.children.push(
        ...[...node.uses.declarations].filter((each) => !nodes.has(each)).map((each) => make(each, node.uses.kind)),
      );
      return node.children;
    });
  }
  const all = [...nodes.values()];
  const texts = all.map(({ text }) => text);
  const { parts, unformatted } = format ? await formattedParts(texts) : { parts: texts };
  for (const [index, text] of parts.entries()) all[index]!.text = text;
  const files = dividedFiles(withShared(roots, shared), all);
  return unformatted === undefined ? files : files.map((each) => ({ ...each, unformatted }));
}

/** Returns the kinds, each with the types that only it uses, and a root with those that several kinds use. */
function withShared(roots: readonly Node[], name: string): readonly Node[] {
  const users = new Map<Declaration, number>();
  const byDeclaration = new Map<Declaration, Node>();
  for (const root of roots) for (const each of below(root)) byDeclaration.set(each.declaration, each);
  for (const root of roots) {
    const used = new Set([root.declaration]);
    for (const each of used) for (const next of byDeclaration.get(each)!.uses.declarations) used.add(next);
    for (const each of used) users.set(each, (users.get(each) ?? 0) + 1);
  }
  const isShared = ({ declaration }: Node): boolean => users.get(declaration)! > 1;
  const shared: Node[] = [];
  for (const node of byDeclaration.values()) {
    if (isShared(node)) continue;
    const [moved, kept] = [node.children.filter(isShared), node.children.filter((each) => !isShared(each))];
    shared.push(...moved);
    node.children.splice(0, node.children.length, ...kept);
  }
  if (shared.length === 0) return roots;
  const declaration: Declaration = { name, markers: [], body: { is: 'class', fields: [] } };
  return [...roots, { declaration, text: '', uses: noUses(''), children: shared }];
}

function* below(node: Node): Generator<Node> {
  yield node;
  for (const each of node.children) yield* below(each);
}

function nodeOf(declaration: Declaration, nodes: Map<Declaration, Node>, kind: string, style: Style): Node {
  const uses = noUses(kind);
  const node: Node = { declaration, text: printDeclaration(declaration, uses, style), uses, children: [] };
  nodes.set(declaration, node);
  return node;
}

/** Returns the files of all kinds. Those of a kind are divided until each is small enough. */
function dividedFiles(roots: readonly Node[], all: readonly Node[]): readonly SourceText[] {
  const tried = new Map(roots.map((root) => [root, 0]));
  for (;;) {
    const divided = roots.map((root) => division(root, sizes[tried.get(root)!]!));
    const made = textsOf(new Map(divided.flatMap((each) => [...each])), all);
    const long = new Set(made.filter(({ isLong }) => isLong).map(({ path }) => path));
    const again = roots.filter((root, index) => {
      const hasLong = [...divided[index]!.values()].some((path) => long.has(path));
      return hasLong && tried.get(root)! + 1 < sizes.length;
    });
    if (again.length === 0) return made.map(({ path, content }) => ({ path, content }));
    for (const root of again) tried.set(root, tried.get(root)! + 1);
  }
}

interface Made extends SourceText {
  /** Whether it can be divided, and should be. */
  readonly isLong: boolean;
}

function textsOf(files: ReadonlyMap<Declaration, string>, all: readonly Node[]): readonly Made[] {
  const inFiles = new Map<string, Node[]>(all.map((node) => [files.get(node.declaration)!, []]));
  for (const node of all) inFiles.get(files.get(node.declaration)!)!.push(node);
  return [...inFiles].map(([path, nodes]) => {
    const content = fileText(path, sortForReading(nodes), files);
    return { path, content, isLong: nodes.length > 1 && content.split('\n').length - 1 > mostLines };
  });
}

/** Sorts parts before the types that use them, with the kind last, as in a scaffolded file. */
function sortForReading(nodes: readonly Node[]): readonly Node[] {
  const inFile = new Map(nodes.map((node) => [node.declaration, node]));
  const sorted = new Set<Node>();
  const visiting = new Set<Node>();
  const visit = (node: Node): void => {
    if (sorted.has(node) || visiting.has(node)) return;
    visiting.add(node);
    for (const each of node.uses.declarations) {
      const used = inFile.get(each);
      if (used !== undefined) visit(used);
    }
    sorted.add(node);
  };
  for (const each of nodes) visit(each);
  return [...sorted];
}
