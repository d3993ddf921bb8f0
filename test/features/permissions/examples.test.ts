import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { boundRoles } from '../../../src/features/permissions/bound-roles.js';
import { codeUses } from '../../../src/features/permissions/code-uses.js';
import { readSources } from '../../../src/output/generate/read-sources.js';
import { disk } from '../../../src/base/io/disk.js';
import { findProject } from '../../../src/project/find-project.js';
import { comparePermissions } from '../../../src/features/permissions/compare-permissions.js';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

const projects = [
  ...['cronjob', 'foo', 'memcached', 'myownshell', 'sampledb', 'vmgroup', 'webserver'].map(
    (name) => `examples/${name}`,
  ),
  ...['deploy-image', 'webhooks', 'controllers', 'namespaced'].map((name) => `test/golden/${name}`),
];

describe.each(projects)('the permissions of %s', (folder) => {
  const root = join(checkout, folder);
  const read = async () => {
    const { model } = await readSources(disk, root, undefined);
    const uses = await codeUses(disk, root, model.kinds, undefined);
    return { rules: model.rbac, uses, others: boundRoles(disk, root, findProject(disk, root).project, model.rbac) };
  };

  test('are all declared, and all known', async () => {
    const { uses, rules, others } = await read();
    const { missing, dynamic } = comparePermissions(uses, rules, others);
    expect([missing, dynamic]).toEqual([[], []]);
  });

  test('are missing as soon as a verb that is used is removed from any rule', async () => {
    const { uses, rules, others } = await read();
    const { unused } = comparePermissions(uses, rules, others);
    let removed = 0;
    for (const rule of rules) {
      for (const resource of rule.resources) {
        const withoutUse = unused.find((each) => each.rule === rule && each.resource === resource)?.verbs ?? [];
        const isOnlyHere = (verb: string): boolean =>
          !rules.some((each) => each !== rule && each.resources.includes(resource) && each.verbs.includes(verb));
        for (const verb of rule.verbs.filter((each) => !withoutUse.includes(each) && isOnlyHere(each))) {
          const rest = [
            { ...rule, resources: [resource], verbs: rule.verbs.filter((each) => each !== verb) },
            { ...rule, resources: rule.resources.filter((each) => each !== resource) },
          ];
          const changed = [...rules.filter((each) => each !== rule), ...rest];
          const { missing } = comparePermissions(uses, changed, others);
          expect(missing.map((each) => [each.resource, each.verbs])).toEqual([[resource, [verb]]]);
          removed += 1;
        }
      }
    }
    expect(removed).toBeGreaterThan(1);
  });
});

/** Verbs of a scaffolded controller that its first code does not use yet. */
test.each([
  ['examples/cronjob', []],
  ['examples/foo', []],
  ['examples/memcached', []],
  ['examples/myownshell', []],
  ['examples/webserver', []],
  ['test/golden/deploy-image', []],
])('%s declares nothing that its code does not use', async (folder, expected) => {
  const root = join(checkout, folder);
  const { model } = await readSources(disk, root, undefined);
  const uses = await codeUses(disk, root, model.kinds, undefined);
  const { unused } = comparePermissions(uses, model.rbac);
  expect(unused.map(({ resource, verbs }) => `${verbs.join()} ${resource}`)).toEqual(expected);
});
