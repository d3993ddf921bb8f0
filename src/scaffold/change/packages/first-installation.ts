import { posix } from 'node:path';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { workspaceFolders } from '../../../project/workspace.js';

/** Files that determine what a package manager fetches and executes. */
const deciding = [
  ...['.npmrc', 'package.json', 'node_modules', 'package-lock.json', 'npm-shrinkwrap.json'],
  ...['pnpm-workspace.yaml', '.pnpmfile.cjs', 'pnpm-lock.yaml'],
  ...['.yarnrc', '.yarnrc.yml', 'yarn.lock', 'bunfig.toml', 'bun.lock', 'bun.lockb'],
];

/** The installation of the dependencies of a new project. */
export interface FirstInstallation {
  /** The program to run; absent if existing files in the folder determine what it does. */
  readonly afterApply: NonNullable<Outcome['afterApply']>;
  /** The steps that the user must do. */
  readonly next: readonly string[];
  /** The end of the summary: why nothing is installed. */
  readonly reason: string;
}

/**
 * Returns how the dependencies of a new project are installed. In a folder whose files determine what npm fetches and
 * executes, such as a clone, the user must install them.
 */
export function firstInstallation({ host, cwd }: Environment, skipInstall: boolean): FirstInstallation {
  if (skipInstall) return { afterApply: [], next: ['npm install'], reason: '' };
  const folders = [...new Set([cwd, ...workspaceFolders(host, cwd)])];
  const found = deciding.filter((name) => folders.some((each) => host.kind(posix.join(each, name)) !== 'missing'));
  if (found.length === 0) {
    const afterApply = [{ command: 'npm', args: ['install'], why: 'installing the dependencies' }];
    return { afterApply, next: [], reason: '' };
  }
  const reason = ` npm install was not run: it executes code, and follows files that were here before: ${found.join(', ')}.`;
  return { afterApply: [], next: ['npm install'], reason };
}
