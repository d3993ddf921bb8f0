import { dirname, join } from 'node:path';
import type { Host } from '../../base/io/host.js';
import type { Outcome } from '../../output/operation/outcome.js';
import { packageManagerOf, spellFor } from './package-manager.js';
import type { Session } from './session.js';

/**
 * Returns the next steps of an outcome, with the package manager of the project. If operator-gen is not installed, they
 * begin with the installation: otherwise, `npx` would fetch a package with that name from a registry.
 */
export function nextSteps({ host, context }: Pick<Session, 'host' | 'context'>, outcome: Outcome): readonly string[] {
  const { root, next, afterApply = [] } = outcome;
  const runsTool = next.some((each) => each.startsWith('npx operator-gen '));
  const installs = next.some((each) => /^npm install\b/.test(each)) || afterApply.length > 0;
  const isMissing = runsTool && !installs && !isInstalled(host, root);
  const steps = isMissing ? ['npm install', ...next] : next;
  if (steps.length === 0) return [];
  const manager = packageManagerOf(context.env, host, root);
  return steps.map((each) => spellFor(manager, each));
}

/** Reports whether `npx operator-gen` finds the tool in a project. This is also true if there is nothing to install. */
function isInstalled(host: Host, root: string): boolean {
  if (host.kind(join(root, 'package.json')) === 'missing') return true;
  const places = ['node_modules/operator-gen', '.pnp.cjs'];
  for (let folder = root; ; folder = dirname(folder)) {
    if (places.some((each) => host.kind(join(folder, each)) !== 'missing')) return true;
    if (folder === dirname(folder)) return false;
  }
}
