import { expect, test } from 'vitest';
import { toolVersion } from '../../src/base/io/tool.js';
import { buildManifests } from '../sequences/judge-manifests.js';
import { judgeCode } from '../sequences/judge-code.js';
import { judgeFormat } from '../sequences/judge-format.js';
import type { Problem } from '../sequences/problem.js';
import { runLine } from '../sequences/run-line.js';
import { stateOf, type State } from '../sequences/state.js';
import { accepted } from '../support/accepted.js';
import { asOf, commandsOf } from '../support/old-project.js';
import { isFull } from '../support/seed.js';
import { syntheticReleases } from '../support/synthetic-releases.js';
import { userEdits } from '../features/upgrade/edits.js';

const releases = syntheticReleases();
const list = commandsOf(releases);
const versions = releases.map(({ version }) => version);

test(
  'upgraded projects type-check, lint, are formatted, and their kustomizations build',
  { timeout: 600_000 },
  async () => {
    const present = await accepted(
      new Map(),
      'init --domain my.domain --project-name test-operator --skip-install',
      'create api --version v1 --kind WebServer',
      'create api --version v1 --kind Cache --image memcached:1.6',
      'create webhook --version v1 --kind WebServer --defaulting --programmatic-validation',
    );
    const states: State[] = [];
    for (const [index, { name, edit, contradicts, isRough }] of userEdits.entries()) {
      if (contradicts || isRough || !(isFull || index % 6 === 1)) continue;
      const from = versions[index % (versions.length - 1)]!;
      const ran = await runLine(edit(asOf(present, releases, from)), 'upgrade', list);
      expect(ran.exitCode, ran.said).toBe(0);
      states.push(stateOf([`# a user makes: ${name}`, `upgrade from ${from} to ${toolVersion()}`], ran.files));
    }
    expect(states.length).toBeGreaterThan(4);
    const problems: Problem[] = [];
    const report = (problem: Problem): void => void problems.push(problem);
    await judgeCode(states, report);
    await judgeFormat(states, report);
    await buildManifests(states, report);
    // Of the settings, which a user may change.
    expect(problems.filter(({ what }) => !what.endsWith('is no longer what it was'))).toEqual([]);
  },
);
