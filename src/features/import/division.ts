import type { PrintedDeclaration } from './file-text.js';
import type { Declaration } from './source.js';

/** A declaration, and the declarations that only it introduces. */
export interface Node extends PrintedDeclaration {
  readonly declaration: Declaration;
  readonly children: Node[];
  /** Its text, which is replaced after formatting. */
  text: string;
}

/** The declarations that are moved to other files, and the lines of the others including those below them. */
interface Cuts {
  readonly cut: Set<Node>;
  readonly lines: Map<Node, number>;
}

/**
 * Returns the files of a kind and of the types below it. The declarations of a file have at most the given number of
 * lines, if possible.
 */
export function division(root: Node, mostLines: number): ReadonlyMap<Declaration, string> {
  const cuts: Cuts = { cut: new Set(), lines: new Map() };
  cutLargest(root, cuts, mostLines);
  const { name: typeName, body } = root.declaration;
  const name = (body.is === 'class' ? body.kind?.kind : undefined) ?? typeName;
  const files = new Map<Declaration, string>();
  nameFiles(root, `${name.toLowerCase()}.types.ts`, { kind: name, typeName, files, cuts, mostLines });
  return files;
}

/** Moves the largest types of a file to other files until the rest is small enough. */
function cutLargest(node: Node, cuts: Cuts, mostLines: number): void {
  for (const each of node.children) cutLargest(each, cuts, mostLines);
  const own = node.text.split('\n').length + 1;
  let left: readonly Node[] = node.children;
  const linesOf = (each: Node): number => cuts.lines.get(each)!;
  const total = (): number => own + left.reduce((sum, each) => sum + linesOf(each), 0);
  while (left.length > 0 && total() > mostLines) {
    cuts.cut.add(left.reduce((one, other) => (linesOf(other) > linesOf(one) ? other : one)));
    left = node.children.filter((each) => !cuts.cut.has(each));
  }
  cuts.lines.set(node, total());
}

/** The size below which moved types share a file. */
const fewLines = 100;

interface Naming {
  readonly kind: string;
  /** The name of its class. */
  readonly typeName: string;
  readonly files: Map<Declaration, string>;
  readonly cuts: Cuts;
  readonly mostLines: number;
}

/** Determines the file of each declaration. */
function nameFiles(node: Node, path: string, naming: Naming): void {
  const { kind, typeName, files, cuts, mostLines } = naming;
  files.set(node.declaration, path);
  const stem = withoutKind(node.declaration.name, typeName);
  const fileOf = (name: string): string => `${kind.toLowerCase()}.${kebabCase(name)}.types.ts`;
  let [bins, filled] = [0, mostLines];
  for (const each of node.children.toSorted(byName)) {
    const lines = cuts.lines.get(each)!;
    if (!cuts.cut.has(each)) {
      nameFiles(each, path, naming);
    } else if (lines >= fewLines) {
      nameFiles(each, fileOf(withoutKind(each.declaration.name, typeName)), naming);
    } else {
      if (filled + lines > mostLines) [bins, filled] = [bins + 1, 0];
      filled += lines;
      nameFiles(each, fileOf(`${stem}Parts${bins > 1 ? bins : ''}`), naming);
    }
  }
}

function byName(one: Node, other: Node): number {
  return one.declaration.name < other.declaration.name ? -1 : 1;
}

/** Returns the name of a type without the name of the kind, with which its file starts. */
function withoutKind(name: string, kind: string): string {
  return name.startsWith(kind) && name !== kind ? name.slice(kind.length) : name;
}

function kebabCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll(/([a-z])(\d+)$/g, '$1-$2')
    .toLowerCase();
}
