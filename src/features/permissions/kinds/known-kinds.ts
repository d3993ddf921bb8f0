import { posix } from 'node:path';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { allBuiltInKinds, builtInKindsIn } from '../../../base/io/built-in-kinds.js';
import type { Kind } from '../../../base/model/kind.js';
import type { GroupResource } from '../../../base/model/permission.js';
import { pluralOf } from '../../../project/plural.js';

/** A kind as code refers to it, and its resource. */
export interface FoundKind extends GroupResource {
  /** Name of the kind, if nothing in the project shows its resource, which is then only the likely plural. */
  readonly unlisted?: string;
  /** Empty or absent if it is unknown. */
  readonly version?: string;
}

export interface KnownKind extends FoundKind {
  readonly version: string;
  readonly kind: string;
}

/** The kinds that classes and handles stand for. */
export interface KnownKinds {
  /** Returns the kind that a class of the project declares. @param file relative to the project */
  ofClass(file: string, name: string): KnownKind | undefined;
  /** Returns a built-in kind. @param module such as `apps/v1` */
  ofModule(module: string, name: string): KnownKind | undefined;
  /** Returns a kind by its names, even if only another version of it is known: all versions have the same resource. */
  ofNames(group: string, version: string, kind: string): KnownKind | undefined;
}

/** Property and method names that code must contain to refer to kinds by texts. */
const namedByText = /\b(?:apiVersion|resourceFor)\b/;

/** A kind of the project, and the class that declares it. */
interface DeclaredKind extends KnownKind {
  readonly file: string;
  readonly className: string;
}

/** Returns the kinds that the sources declare, as code can refer to them. */
export function declaredKinds(kinds: readonly Kind[]): readonly DeclaredKind[] {
  return kinds.flatMap(({ group, kind, plural, versions }) =>
    versions.map(({ name, position, className = kind }) => ({
      ...{ group, version: name, kind, resource: plural },
      ...{ file: position.file, className },
    })),
  );
}

/** Returns the kinds that the sources declare, and the built-in kinds that they can refer to. */
export async function knownKinds(
  { files, imports, runtime }: SourceProgram,
  kinds: readonly Kind[],
): Promise<KnownKinds> {
  const folder = `${runtime}/k8s/`;
  const modules = [...new Set([...imports.values()].flat())].filter((path) => path.startsWith(folder));
  const builtIn = new Map<string, readonly KnownKind[]>();
  for (const path of modules) {
    const module = path.slice(folder.length).replace(/\.d\.ts$/, '');
    const found = await builtInKindsIn(posix.dirname(module), posix.basename(module));
    builtIn.set(module, found.map(withResource));
  }
  const own = declaredKinds(kinds);
  const others = files.some(({ text }) => namedByText.test(text)) ? await allBuiltInKinds() : [];
  const all: readonly KnownKind[] = [...own, ...others.map(withResource)];
  return {
    ofClass: (file, name) => own.find((each) => each.file === file && each.className === name),
    ofModule: (module, name) => builtIn.get(module)?.find(({ kind }) => kind === name),
    ofNames: (group, version, kind) => namedIn(all, group, version, kind),
  };
}

/** Returns the kind in a list with these names, in any version. */
export function namedIn(
  kinds: readonly KnownKind[],
  group: string,
  version: string,
  kind: string,
): KnownKind | undefined {
  const found = kinds.find((each) => each.group === group && each.kind === kind);
  return found && { ...found, version };
}

/** Returns a kind about which only the names are known. */
export function unlistedKind(group: string, version: string, kind: string): KnownKind {
  return { group, version, kind, resource: pluralOf(kind), unlisted: kind };
}

function withResource({
  group,
  version,
  kind,
  plural,
}: Awaited<ReturnType<typeof allBuiltInKinds>>[number]): KnownKind {
  return { group, version, kind, resource: plural };
}
