import { diffArrays } from 'diff';
import type { ArchivedRelease, LineChange, Release, TemplateChange, TemplateTexts } from './releases.js';

/** Returns the archive file of a release, which contains only the differences from an earlier release. */
export function packRelease(
  release: Pick<Release, 'version' | 'templates'> & Partial<Release>,
  base?: Release,
): ArchivedRelease {
  const { version, templates, moved = {}, renamedExports = [] } = release;
  const before: TemplateTexts = base?.templates ?? new Map();
  const paths = [...new Set([...before.keys(), ...templates.keys()])].toSorted();
  const changes = paths.flatMap((path): readonly (readonly [string, TemplateChange])[] => {
    const [old, text] = [before.get(path), templates.get(path)];
    if (old === text) return [];
    if (text === undefined) return [[path, null]];
    return [[path, old === undefined ? text : changedLines(old, text)]];
  });
  return {
    version,
    ...(base === undefined ? {} : { base: base.version }),
    ...(Object.keys(moved).length === 0 ? {} : { moved }),
    ...(renamedExports.length === 0 ? {} : { renamedExports }),
    templates: Object.fromEntries(changes),
  };
}

/** Prints a file of the archive with a line for each template, so that its changes can be reviewed. */
export function printRelease({ templates, ...rest }: ArchivedRelease): string {
  const lines = Object.entries(templates).map(([path, change]) => `${JSON.stringify(path)}: ${JSON.stringify(change)}`);
  const head = Object.entries(rest).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)},\n`);
  return `{\n${head.join('')}"templates": {\n${lines.join(',\n')}\n}\n}\n`;
}

function changedLines(old: string, text: string): readonly LineChange[] {
  const changes: [number, number, ...string[]][] = [];
  let at = 0;
  let open: [number, number, ...string[]] | undefined;
  for (const { added, removed, value } of diffArrays(old.split('\n'), text.split('\n'))) {
    if (!added && !removed) open = undefined;
    else {
      if (open === undefined) changes.push((open = [at, at]));
      if (added) open.push(...value);
      else open[1] += value.length;
    }
    if (!added) at += value.length;
  }
  return changes;
}
