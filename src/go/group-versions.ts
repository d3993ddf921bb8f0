import { posix } from 'node:path';
import { argumentsOf, type GoRange } from './calls.js';
import type { TextOf } from './constants.js';
import { functionsIn } from './declarations.js';
import { filesByFolder } from './folders.js';
import { keysBetween } from './literals.js';
import { markersIn } from './markers.js';
import type { GoText } from './text.js';

/** A group and version that a package declares. */
export interface GoGroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Returns the groups and versions of packages, by their folders. */
export function groupVersionsOf(files: readonly GoText[], textOf: TextOf): ReadonlyMap<string, GoGroupVersion> {
  const readable = files.filter(({ problem }) => problem === undefined);
  const found = new Map<string, GoGroupVersion>();
  for (const [folder, all] of filesByFolder(readable)) {
    const declared = all.flatMap((file) => groupVersionsIn(file, textOf));
    const [chosen] = declared.toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed));
    const groupVersion = chosen ?? markedGroupVersion(folder, all);
    if (groupVersion !== undefined) found.set(folder, { group: groupVersion.group, version: groupVersion.version });
  }
  return found;
}

/** Returns the groups and versions that a file declares: `schema.GroupVersion{Group: Group, Version: "v1"}`. */
function groupVersionsIn(file: GoText, textOf: TextOf): readonly (GoGroupVersion & { readonly isNamed: boolean })[] {
  const { code, text, closing } = file;
  const literals = [...code.matchAll(/\bGroupVersion[ \t]*\{/g)];
  const functions = literals.length === 0 ? [] : functionsIn(file);
  return literals.flatMap(({ 0: start, index }) => {
    if (functions.some(({ offset, end }) => offset < index && index < end)) return [];
    const open = index + start.length - 1;
    const [group, version] = fieldsOf(file, open, closing.get(open) ?? open).map(
      (range) => range && textOf(file, text.slice(range.from, range.to)),
    );
    if (!group || !version) return [];
    const isNamed = /\b(?:Scheme)?GroupVersion[ \t]*=[ \t]*(?:\w+\.)?$/.test(
      code.slice(Math.max(0, index - 100), index),
    );
    return [{ group, version, isNamed }];
  });
}

/** Returns the values of the group and the version in a literal, with or without their names. */
function fieldsOf(file: GoText, open: number, close: number): readonly (GoRange | undefined)[] {
  const keys = keysBetween(file.code, file.closing, open, close);
  if (keys.length === 0) return argumentsOf(file, open, close).slice(0, 2);
  return ['Group', 'Version'].map((name) => keys.find((each) => each.name === name));
}

const versionName = /^v\d+(?:(?:alpha|beta)\d+)?$/;

/** Returns the group of the marker `+groupName`, and the version that the package is named after. */
function markedGroupVersion(folder: string, files: readonly GoText[]): GoGroupVersion | undefined {
  const valueOf = (name: string): string | undefined =>
    files.flatMap((file) => markersIn(file, `${name}=`).map(({ text }) => text.slice(name.length + 1)))[0];
  const group = valueOf('groupName');
  const packages = files.map(({ code }) => /^package[ \t]+(\w+)/m.exec(code)?.[1] ?? '');
  const version = [valueOf('versionName') ?? '', ...packages, posix.basename(folder)].find((each) =>
    versionName.test(each),
  );
  return group === undefined || version === undefined ? undefined : { group, version };
}
