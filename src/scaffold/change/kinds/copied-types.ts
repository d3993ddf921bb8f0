import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { classNameOf } from '../../../project/class-name.js';
import { typesFile } from '../../../project/paths.js';
import { isSameKind, type Project, type ProjectResource } from '../../../project/project.js';
import { withTypes } from '../../../project/resources.js';
import { compareVersions } from '../../../project/version-order.js';
import { copiedPart, versionCopy, type VersionCopy } from '../../refactor/merge/version-copy.js';
import { importedParts, sharedParts } from './imported-parts.js';
import { keepFormatted } from '../edited-code/formatting.js';
import type { ImportedFiles, ImportedText } from '../layouts.js';
import { codeHeader } from '../../../project/license.js';

/** The types of a version that are copied from another version. */
export interface CopiedTypes {
  readonly from: string;
  readonly files: ImportedFiles;
  /** Files of the other version that both versions use. */
  readonly shared: readonly string[];
}

/**
 * Returns the types of the newest version of a kind as types for another version, so that both have the same fields,
 * and objects need no conversion. Undefined if there is no other version, or if its types are not found.
 */
export async function copiedTypes(
  host: Host,
  root: string,
  project: Project,
  wanted: ProjectResource,
): Promise<CopiedTypes | undefined> {
  const [newest] = withTypes(project)
    .filter((each) => isSameKind(each, wanted))
    .toSorted((one, other) => compareVersions(other.version, one.version));
  if (newest === undefined) return undefined;
  const folder = posix.dirname(typesFile(newest, project));
  const target = posix.dirname(typesFile(wanted, project));
  const read = (path: string): string | undefined => host.read(posix.join(root, path));
  const parts = partsOf(host, root, project, newest).filter(
    (path) => host.kind(posix.join(root, target, posix.basename(path))) === 'missing',
  );
  const modules = new Set(parts.map((path) => `./${posix.basename(path, '.ts')}.js`));
  const isCopied = (module: string): boolean => modules.has(module);
  const main = candidates(host, root, typesFile(newest, project)).flatMap((path) => {
    const copy = versionCopy(path, read(path) ?? '', classNameOf(wanted.kind), isCopied);
    return copy === undefined ? [] : [{ path, copy, to: typesFile(wanted, project) }];
  })[0];
  if (main === undefined) return undefined;
  const header = codeHeader(project.license);
  const others = parts.map((path) => {
    const text = read(path) ?? '';
    const copy = copiedPart(path, text.startsWith(header) ? text.slice(header.length) : text, isCopied);
    return { path, copy, to: posix.join(target, posix.basename(path)) };
  });
  const contents = await formatted(host, root, [main, ...others]);
  const files = new Map<string, ImportedText>(contents.map(({ path, content }) => [path, content]));
  // The header is already in the copy.
  files.set(main.to, () => contents[0]!.content);
  const shared = [main, ...others].flatMap(({ copy }) => copy.shared);
  return { from: newest.version, files, shared: [...new Set(shared)].map((each) => fileOf(folder, each)) };
}

/** Returns the files that can declare the types, starting with the default one. */
function candidates(host: Host, root: string, usual: string): readonly string[] {
  const folder = posix.dirname(usual);
  const others = host
    .list(posix.join(root, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && !name.endsWith('.test.ts'))
    .map((name) => posix.join(folder, name));
  return [usual, ...others.filter((path) => path !== usual)].filter(
    (path) => host.kind(posix.join(root, path)) === 'file',
  );
}

/** Returns the files into which imported types are divided, and which are deleted together with the version. */
function partsOf(host: Host, root: string, project: Project, resource: ProjectResource): readonly string[] {
  return [
    ...importedParts(host, root, project, resource).keys(),
    ...sharedParts(host, root, project, [resource]).keys(),
  ];
}

async function formatted(
  host: Host,
  root: string,
  copies: readonly { readonly path: string; readonly to: string; readonly copy: VersionCopy }[],
) {
  const files = copies.map(({ path, to, copy }) => {
    return { path: to, movedFrom: path, content: copy.text, ownership: 'scaffolded' as const };
  });
  return (await keepFormatted(host, root, files, new Map())).files;
}

function fileOf(folder: string, module: string): string {
  return posix.join(folder, module).replace(/\.js$/, '.ts');
}
