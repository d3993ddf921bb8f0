import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a file does to the process that it runs in, or to modules that other files use as well. */
const changesProcess = new RegExp(
  [
    String.raw`\bvi\.(?:mock|doMock|stub\w+|spyOn|useFakeTimers|setSystemTime|resetModules)\b`,
    String.raw`\bprocess\.(?:chdir|umask|on|once|emit|kill|exitCode|setuid|setgid)\b`,
    String.raw`\bprocess\.(?:env|stdout|stderr|argv|execArgv|versions?|platform)\b[^\n;]*[^=!<>]=[^=>]`,
    String.raw`\bdelete process\.env\b|\bObject\.defineProperty\(process\b|\bglobalThis\b`,
    String.raw`\bregisterHooks\(|\bmemoryUsage\b|\bv8\.|\bgc\(`,
  ].join('|'),
);

/** Returns the test files below some folders that need a process of their own, because they or their helpers change it. */
export function filesWithOwnProcess(root: string, folders: readonly string[]): readonly string[] {
  const known = new Map<string, boolean>();
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => path.endsWith('.test.ts') && needsOwnProcess(join(root, path), known))
    .toSorted();
}

function needsOwnProcess(path: string, known: Map<string, boolean>): boolean {
  const before = known.get(path);
  if (before !== undefined) return before;
  known.set(path, false);
  // An import in the text of a test leads nowhere.
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const imported = [...text.matchAll(/from '(\.{1,2}\/[^']+)\.js'/g)].map(
    ([, to = '']) => `${join(dirname(path), to)}.ts`,
  );
  const helpers = imported.filter((each) => each.includes('/test/'));
  const found = changesProcess.test(text) || helpers.some((each) => needsOwnProcess(each, known));
  known.set(path, found);
  return found;
}
