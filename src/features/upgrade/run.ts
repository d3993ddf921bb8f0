import { findProject } from '../../project/find-project.js';
import { knownReleases, upgradeOf } from '../../scaffold/change/releases/known-releases.js';
import { upgradeProject } from './plan-upgrade.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import type { Environment, Outcome } from '../../output/operation/outcome.js';
import type { UpgradeOptions } from './flags.js';

/** Upgrades the scaffolded files of a project to another release. */
export async function upgrade({ to, conflicts = 'stop' }: UpgradeOptions, environment: Environment): Promise<Outcome> {
  const found = findProject(environment.host, environment.cwd);
  const { root } = found;
  const way = upgradeOf(found, knownReleases(environment), to);
  const { plan, diagnostics } = await upgradeProject(environment, found, { ...way, conflicts });
  if (way.from === way.to) {
    const late = plan.files.some(({ action }) => action !== 'unchanged');
    const isDone = late
      ? `Upgraded code of earlier releases to ${way.to}.`
      : `The project already has release ${way.to}.`;
    return {
      root,
      plan,
      diagnostics,
      summary: isDone,
      next: late ? ['npx operator-gen manifests', 'npx operator-gen check'] : [],
    };
  }
  const left = diagnostics.filter(({ code }) => code === 'upgrade-conflict').length;
  const done = `Upgraded the project from release ${way.from} to ${way.to}`;
  const isInstalled = plan.files.every(({ path, action }) => path !== 'package.json' || action === 'unchanged');
  return {
    root,
    plan,
    diagnostics,
    conflicts: hasErrors(diagnostics) ? 'refused' : left > 0 ? 'written' : 'none',
    summary: left === 0 ? `${done}.` : `${done}, with ${left} ${left === 1 ? 'conflict' : 'conflicts'} to resolve.`,
    next: [...(isInstalled ? [] : ['npm install']), 'npx operator-gen check'],
  };
}
