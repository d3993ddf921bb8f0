import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TemplateContexts } from '../../src/scaffold/contexts.js';
import { renderTemplates } from '../../src/scaffold/render.js';

const templates = fileURLToPath(new URL('../../templates', import.meta.url));
const api = {
  projectName: 'p',
  apiGroup: 'g.example.com',
  version: 'v1',
  kind: 'Thing',
  kindLower: 'thing',
  kindCamel: 'thing',
  plural: 'things',
  namespaced: true,
};
const contexts: TemplateContexts = {
  init: { projectName: 'p', leaderElectionId: 'l', packages: { operatorGen: 'o', runtime: 'r' } },
  resource: api,
  controller: api,
};

function textsOf(set: string): string[] {
  const files = readdirSync(join(templates, set), { recursive: true, withFileTypes: true });
  return files.filter((each) => each.isFile()).map(({ parentPath, name }) => `${name}\n${readFileSync(join(parentPath, name), 'utf8')}`);
}

describe('templates', () => {
  it('use every value of their context, and no other', () => {
    const used = (sets: readonly string[]): Set<string> => {
      const all = sets.flatMap(textsOf).join('\n');
      const names = [...all.matchAll(/\{\{#?(?:if |unless )?([a-zA-Z.]+)\}\}|__([a-zA-Z]+)__/g)].map(([, one, two]) => (one ?? two)!);
      return new Set(names.map((name) => name.split('.')[0]!).filter((name) => name !== 'else'));
    };
    expect(used(['init'])).toEqual(new Set(Object.keys(contexts.init)));
    expect(used(['resource', 'controller'])).toEqual(new Set(Object.keys(api)));
  });

  it('are told all that they name: a missing value is an error, not an empty text', async () => {
    const { plural: _, ...rest } = api;
    await expect(renderTemplates('resource', rest as typeof api)).rejects.toThrow(/plural/);
  });

  it.each(["it's", '"quoted"', 'two\nlines', '{{plural}}', '__proto__', '<&>', '$&'])('put %j in as it is', async (projectName) => {
    const files = await renderTemplates('resource', { ...api, projectName });
    expect(files.find(({ path }) => path.endsWith('viewer_role.yaml'))!.content).toContain(`app.kubernetes.io/name: ${projectName}\n`);
  });

  it('stand where the project has them', async () => {
    const paths = (await renderTemplates('resource', api)).map(({ path }) => path);
    expect(paths).toContain('src/api/v1/thing.types.ts');
    const init = (await renderTemplates('init', contexts.init)).map(({ path }) => path);
    expect(init).toContain('.github/workflows/codegen-check.yml');
    expect(init.filter((path) => path.includes('_') && !path.startsWith('config/'))).toEqual([]);
  });
});
