import { beforeAll, expect, test, vi } from 'vitest';
import { runLine, type Ran } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';
import { asOf, commandsOf } from '../../support/old-project.js';
import { replaced, twoReleases } from '../../support/synthetic-releases.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const manager = 'config/manager/manager.yaml';
const controller = 'src/controller/webserver.controller.ts';
const advice = '# The advice of the release.';

const releases = twoReleases((texts) => {
  const now = texts.get(`init/${manager}.hbs`)!;
  texts.set(`init/${manager}.hbs`, now.replace('cpu: 500m', 'cpu: 200m'));
  replaced('controller/src/controller/__groupFolder__/__controllerName__.controller.ts.hbs', [
    "log.info('reconciling', {",
    "log.info('reconcile', {",
  ])(texts);
});
const later = releases.map((each, index) => {
  if (index === 0) return each;
  const templates = new Map(each.templates);
  const change = (path: string, before: string | RegExp, after: string): void => {
    const text = templates.get(path)!;
    expect(text).toMatch(before);
    templates.set(path, text.replace(before, after));
  };
  change(`init/${manager}.hbs`, /( +)cpu: 500m/, `$1${advice}\n$1cpu: 500m`);
  change(`init/${manager}.hbs`, /( +)replicas: 1/, '$1# A comment beside values that stay.\n$1replicas: 1');
  change(
    'controller/src/controller/__groupFolder__/__controllerName__.controller.ts.hbs',
    / {4}log\.info\('reconciling', \{/,
    "    // The advice of the release.\n    log.info('reconciling', {",
  );
  change(
    'controller/src/controller/__groupFolder__/__controllerName__.controller.ts.hbs',
    '/** Registers the controller',
    '/** The words of the release. Registers the controller',
  );
  return { ...each, templates };
});
const list = commandsOf(later);
const upgraded = (files: Files, flags = ''): Promise<Ran> => runLine(files, `upgrade${flags}`, list);

let old: Files;

beforeAll(async () => {
  const present = await accepted(
    new Map(),
    'init --domain my.domain --project-name test-operator --skip-install',
    'create api --version v1 --kind WebServer',
  );
  old = asOf(present, later, '0.0.9');
});

function edited(path: string, change: (text: string) => string): Files {
  const text = old.get(path)!;
  expect(change(text)).not.toBe(text);
  return new Map(old).set(path, change(text));
}

test('a comment of the release goes into YAML that was edited elsewhere', async () => {
  const ran = await upgraded(
    edited(manager, (text) => text.replace('- --leader-elect', '- --leader-elect\n        - --mine')),
  );
  expect(ran.exitCode, ran.said).toBe(0);
  expect(ran.files.get(manager)).toMatch(/# The advice of the release\.\n +cpu: 500m/);
  expect(ran.files.get(manager)).toMatch(/# A comment beside values that stay\.\n +replicas: 1/);
  expect(ran.files.get(manager)).toContain('- --mine');
  expect(ran.said).not.toContain('upgrade-comment-left');
});

test('a comment of the release that has no place in edited YAML is shown', async () => {
  const ran = await upgraded(
    edited(manager, (text) => text.replace(/( +)cpu: 200m/, '$1# My own reason.\n$1cpu: 200m')),
  );
  expect(ran.exitCode, ran.said).toBe(0);
  expect(ran.files.get(manager)).toContain('# My own reason.');
  expect(ran.files.get(manager)).toContain('cpu: 500m');
  expect(ran.said).toContain(`warning upgrade-comment-left: ${manager}`);
  expect(ran.said).toContain(`\n    ${advice}`);
});

test('a comment of the release that has no place in edited code is shown', async () => {
  const ran = await upgraded(
    edited(controller, (text) => text.replaceAll("'", '"').replace('log.info(', '\n\n    log.info(')),
  );
  expect(ran.exitCode, ran.said).toBe(0);
  expect(ran.files.get(controller)).toContain('"reconciling"');
  expect(ran.said).toContain(`warning upgrade-comment-left: ${controller}`);
  expect(ran.said).toContain('\n    // The advice of the release.');
});

test('a comment whose place nobody has edited changes in a file that was edited elsewhere', async () => {
  const words = '/** The words of the release. Registers the controller';
  const ran = await upgraded(
    edited(controller, (text) => text.replaceAll("'", '"').replace('log.info(', '\n\n    log.info(')),
  );
  expect(ran.files.get(controller)).toContain(words);
  expect(ran.said).not.toContain(words);
  const yaml = await upgraded(
    edited(manager, (text) => text.replace(/( +)cpu: 200m/, '$1# My own reason.\n$1cpu: 200m')),
  );
  expect(yaml.files.get(manager)).toMatch(/# A comment beside values that stay\.\n +replicas: 1/);
  expect(yaml.said).not.toContain('# A comment beside values');
});

test('what a release changes has the style of the user', async () => {
  const style = (text: string): string =>
    text
      .replaceAll("'", '"')
      .replaceAll(/;$/gm, '')
      .replaceAll(/^(?: {2})+/gm, (blanks) => '\t'.repeat(blanks.length / 2));
  const mine = '\n\tmine(): number {\n\t\treturn 1\n\t}\n';
  const own = (text: string): string => style(text).replace('\n\tasync reconcile(', `${mine}\n\tasync reconcile(`);
  const ran = await upgraded(edited(controller, own));
  expect(ran.exitCode, ran.said).toBe(0);
  expect(ran.files.get(controller)).toBe(own((await upgraded(old)).files.get(controller)!));
});

test('another command changes the comment at the top of a manifest with a comment of the user', async () => {
  const role = 'config/rbac/webserver_admin_role.yaml';
  const files = edited(role, (text) => text.replace('- apiGroups:\n', '- apiGroups: # mine\n'));
  const ran = await runLine(files, 'rename api --kind WebServer --to-kind Site', list);
  expect(ran.exitCode, ran.said).toBe(0);
  const text = ran.files.get('config/rbac/site_admin_role.yaml');
  expect(text).toContain('# Grants full access to sites,');
  expect(text).toContain('- apiGroups: # mine');
});
