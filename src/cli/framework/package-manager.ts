import { join } from 'node:path';
import type { Host } from '../../base/io/host.js';
import { workspaceFolders } from '../../project/workspace.js';

/** The equivalents of npm commands in each package manager, by the name in its user agent. */
const spellings = {
  npm: { run: 'npm run', install: 'npm install', execute: 'npx' },
  pnpm: { run: 'pnpm run', install: 'pnpm install', execute: 'pnpm exec' },
  yarn: { run: 'yarn run', install: 'yarn install', execute: 'yarn exec' },
  bun: { run: 'bun run', install: 'bun install', execute: 'bunx' },
} as const;

type PackageManager = keyof typeof spellings;

/** The lock files of package managers. */
const lockFiles: readonly (readonly [file: string, manager: PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

/**
 * Returns the package manager of a project, according to its lock file or that of its workspace or checkout. Without a
 * lock file, returns the package manager that started this process, according to npm_config_user_agent; npm by default.
 */
export function packageManagerOf(
  env: Readonly<Record<string, string | undefined>>,
  host: Host,
  root: string,
): PackageManager {
  return lockedBy(host, root) ?? startedBy(env);
}

function lockedBy(host: Host, root: string): PackageManager | undefined {
  const lockIn = (folder: string) => lockFiles.find(([file]) => host.kind(join(folder, file)) === 'file')?.[1];
  return (
    lockIn(root) ??
    workspaceFolders(host, root)
      .map(lockIn)
      .find((each) => each !== undefined)
  );
}

function startedBy(env: Readonly<Record<string, string | undefined>>): PackageManager {
  const name = env['npm_config_user_agent']?.split('/', 1)[0] ?? '';
  return Object.hasOwn(spellings, name) ? (name as PackageManager) : 'npm';
}

/** Converts an npm command into the command of another package manager. */
export function spellFor(manager: PackageManager, command: string): string {
  const { run, install, execute } = spellings[manager];
  return command
    .replace(/^npm run\b/, run)
    .replace(/^npm install\b/, install)
    .replace(/^npx\b/, execute);
}
