import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/commands.js';
import { cli } from '../../cli/framework/support.js';
import { bundleCaseList, validBundle, type Files } from '../../support/bundle-cases.js';
import { temporaryFolder } from '../../support/tree.js';

const caseOf = (code: string): Files => bundleCaseList.find((each) => each.code === code)!.files;

function folderWith(files: Files, name = 'bundle'): string {
  return temporaryFolder(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])));
}

const run = (cwd: string, ...words: readonly string[]) => cli(['bundle', 'validate', ...words], { cwd, commands });

describe('bundle validate', () => {
  it('accepts a bundle without mistakes in all suites', async () => {
    const { exitCode, stderr } = await run(folderWith(validBundle), '--select', 'all');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('OLM would accept 3 objects of bundle.\n');
    expect(stderr).not.toMatch(/^(?:error|warning)/m);
  });

  it('reports an error with its position, and exits with 1', async () => {
    const cwd = folderWith(caseOf('csv-example-without-api'), 'olm');
    const { exitCode, stderr } = await run(cwd, 'olm');
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      'olm/manifests/queue-operator.clusterserviceversion.yaml:7:19 - error csv-example-without-api',
    );
  });

  it('exits with 0 if there are only warnings', async () => {
    const { exitCode, stderr } = await run(folderWith(caseOf('missing-min-kube-version')));
    expect(exitCode).toBe(0);
    expect(stderr).toContain('warning missing-min-kube-version');
  });

  it('checks a suite only if it is selected', async () => {
    const cwd = folderWith(caseOf('unknown-csv-category'));
    expect(await run(cwd)).toMatchObject({ exitCode: 0 });
    expect(await run(cwd, '--select', 'categories')).toMatchObject({ exitCode: 1 });
    expect(await run(cwd, '--select', 'all', '--skip', 'unknown-csv-category')).toMatchObject({ exitCode: 0 });
  });

  it('refuses a suite that does not exist', async () => {
    const { exitCode, stderr } = await run(folderWith(validBundle), '--select', 'operatorhub');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('operatorhubv2');
  });

  it('prints JSON, annotations of GitHub and SARIF', async () => {
    const cwd = folderWith(caseOf('invalid-related-image'));
    const json = JSON.parse((await run(cwd, '--output', 'json')).stdout) as { diagnostics: { code: string }[] };
    expect(json.diagnostics.map(({ code }) => code)).toContain('invalid-related-image');
    expect((await run(cwd, '--output', 'github')).stdout).toMatch(
      /^::error file=bundle\/manifests\/queue.*,.*line=\d+/m,
    );
    const sarif = await run(cwd, '--output', 'sarif');
    expect(sarif.stdout).toContain('"ruleId": "invalid-related-image"');
  });

  it('reports a folder that is not there, or is not a bundle', async () => {
    const cwd = temporaryFolder({ 'bundle/manifests': 'text' });
    expect((await run(cwd, 'other')).stderr).toContain('error bundle-not-found: there is no folder other');
    const { exitCode, stderr } = await run(cwd);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('it contains no folder manifests/');
    expect(stderr).toContain('it contains no folder metadata/');
  });
});

describe('a hostile bundle', () => {
  it('leads nowhere with links', async () => {
    const cwd = folderWith(validBundle);
    const secret = join(temporaryFolder({ 'secret.yaml': 'kind: [do-not-show\n' }), 'secret.yaml');
    symlinkSync(secret, join(cwd, 'bundle/manifests/z.yaml'));
    symlinkSync(secret, join(cwd, 'bundle/metadata/z.yaml'));
    const { exitCode, stderr } = await run(cwd);
    expect(exitCode).toBe(1);
    expect(stderr.match(/error unsupported-file/g)).toHaveLength(2);
    expect(stderr).not.toContain('do-not-show');
  });

  it('is not read through a link to its folder in a project', async () => {
    const cwd = folderWith(validBundle, 'elsewhere');
    symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'bundle'));
    expect((await run(cwd)).stderr).toContain('error unsupported-file: bundle is a link');
  });

  it('cannot exhaust memory with aliases, sizes or depth', async () => {
    const cwd = folderWith(validBundle);
    const bomb = Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index},*a${index}]\n`);
    const write = (name: string, text: string) => writeFileSync(join(cwd, 'bundle/manifests', name), text);
    write('a.yaml', `kind: ConfigMap\na0: &a0 x\n${bomb.join('')}`);
    write('b.yaml', `kind: ConfigMap\nx: ${'['.repeat(100_000)}`);
    write('c.yaml', `# ${'x'.repeat(5 * 1024 * 1024)}`);
    mkdirSync(join(cwd, 'bundle/manifests/d.yaml'));
    const { exitCode, stderr } = await run(cwd);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/a\.yaml:\S+ - error unreadable-bundle-file/);
    expect(stderr).toMatch(/b\.yaml:\S+ - error unreadable-bundle-file/);
    expect(stderr).toContain('c.yaml it is too large');
    expect(stderr).toContain('d.yaml is a folder');
  });

  it('does not break rules with odd types', async () => {
    const odd = { '': 'null', list: '[]', mapping: '{}', number: '1', text: 'x', nested: '[[{a: [1]}]]' };
    const fields = ['metadata', 'spec', 'kind', 'apiVersion'];
    const file = 'manifests/queue-operator.clusterserviceversion.yaml';
    const results = await Promise.all(
      fields.flatMap((field) =>
        Object.values(odd).map((value) => {
          const others = fields
            .filter((each) => each !== field)
            .map((each) => (each === 'kind' ? 'kind: ClusterServiceVersion\n' : ''));
          return run(
            folderWith({ ...validBundle, [file]: `${field}: ${value}\n${others.join('')}` }),
            '--select',
            'all',
          );
        }),
      ),
    );
    expect(results.map(({ exitCode }) => exitCode)).toEqual(results.map(() => 1));
  });
});
