import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import handlebars from 'handlebars';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkName, nameRules, type NameKind } from '../../src/project/naming.js';
import { targetPath } from '../../src/project/layout/target-path.js';
import { apiContext, controllerContext, webhookContext, contexts, initContext, rendered } from './samples.js';

const sets = Object.keys(contexts) as (keyof typeof contexts)[];

interface Template {
  readonly path: string;
  readonly text: string;
}

function templatesOf(set: string): readonly Template[] {
  const folder = fileURLToPath(new URL(`../../templates/${set}`, import.meta.url));
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(folder, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
}

/** The names that a template asks its context for, in its text and in its path; `packages.runtime` for a nested one. */
function namesIn({ path, text }: Template): readonly string[] {
  const names = [...path.matchAll(/__([a-zA-Z]+)__/g)].map(([, name]) => name!);
  if (!path.endsWith('.hbs')) return names;
  class Names extends handlebars.Visitor {
    // What a helper is called by is not a name of the context.
    override MustacheStatement(statement: hbs.AST.MustacheStatement): void {
      if (statement.params.length > 0) super.acceptArray(statement.params);
      else super.MustacheStatement(statement);
    }
    override BlockStatement(statement: hbs.AST.BlockStatement): void {
      super.acceptArray(statement.params);
      // A block has no `else` part more often than not, whatever its type says.
      for (const program of [statement.program, statement.inverse]) if (program) super.accept(program);
    }
    override PathExpression(expression: hbs.AST.PathExpression): void {
      // What stands around a loop is the context's too.
      names.push(expression.original.replace(/^\.\.\//, ''));
    }
  }
  new Names().accept(handlebars.parse(text));
  return names;
}

/** Every value of a context by its path. */
function namesOf(context: object, prefix = ''): readonly string[] {
  return Object.entries(context).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? namesOf(value, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );
}

describe('templates and their contexts', () => {
  it.each(sets)('%s names nothing that its context does not have', (set) => {
    const known = namesOf(contexts[set]);
    for (const template of templatesOf(set))
      expect(['this', 'kind', 'name', 'variable', 'image', 'separator', ...known], template.path).toEqual(
        expect.arrayContaining([...namesIn(template)]),
      );
  });

  it.each([
    [
      'InitContext',
      initContext,
      ['init', 'apis', 'webhooks', 'certmanager', 'self-signed', 'prometheus', 'network-policy'],
    ],
    ['ApiContext', apiContext, ['group-version', 'resource', 'helper-roles', 'controller']],
    ['ControllerContext', controllerContext, ['group-version', 'resource', 'helper-roles', 'controller']],
    ['WebhookContext', webhookContext, ['resource', 'helper-roles', 'controller', 'webhook']],
  ] as const)('nothing in %s is without a template that names it', (_, context, of) => {
    const named = new Set(of.flatMap(templatesOf).flatMap(namesIn));
    expect(namesOf(context).filter((name) => !named.has(name))).toEqual([]);
  });

  it('receive all values that they name: a missing value is an error, not an empty string', async () => {
    const { plural: _, ...rest } = apiContext;
    await expect(rendered('resource', rest as typeof apiContext)).rejects.toThrow(/yaml|plural/);
  });

  it('refuse a name that is not there, and one that is only inherited', () => {
    expect(() => targetPath('__nope__.ts', apiContext)).toThrow(/nope/);
    expect(() => targetPath('__constructor__.ts', apiContext)).toThrow(/constructor/);
    expect(() => targetPath('__kind__.ts', Object.create(apiContext) as object)).toThrow(/kind/);
    expect(() => targetPath('__namespaced__.ts', apiContext)).toThrow(/namespaced/);
  });
});

describe('rendering', () => {
  it('leaves no underscore for a dot', async () => {
    const paths = Object.keys({
      ...(await rendered('init', initContext)),
      ...(await rendered('workflows', initContext)),
    });
    expect(paths).toContain('.github/workflows/codegen-check.yml');
    expect(paths.filter((path) => path.includes('_') && !path.startsWith('config/'))).toEqual([]);
  });

  it('puts dots and names into paths', () => {
    expect(targetPath('_github/workflows/test.yml', {})).toBe('.github/workflows/test.yml');
    expect(targetPath('src/api/__version__/__kindLower__.types.ts.hbs', apiContext)).toBe(
      'src/api/v1/webserver.types.ts',
    );
    expect(targetPath('__kindLower___admin_role.yaml.hbs', { kindLower: '$&' })).toBe('$&_admin_role.yaml');
  });

  it.each(sets)('copies what is not a template of %s as it is, the expressions of GitHub included', async (set) => {
    const files = await rendered(set, contexts[set]);
    for (const { path, text } of templatesOf(set)) {
      if (path.endsWith('.hbs')) expect(text, path).not.toMatch(/(?<!\\)\$\{\{/);
      else expect(files[targetPath(path, contexts[set])], path).toBe(text);
    }
  });

  it.each(['a\'b"c', '<&>`=', '{{kind}}', '$&', '__proto__', 'constructor'])('writes %j as it is', async (name) => {
    const controller = await rendered('controller', { ...controllerContext, plural: name });
    expect(controller['src/controller/webserver.controller.ts']).toContain(`resources: ['${name}'],`);
    const role = (await rendered('helper-roles', { ...apiContext, plural: name }))[
      'config/rbac/webserver_admin_role.yaml'
    ]!;
    expect(parse(role.replaceAll(`${name}/status`, 'status'), { version: '1.1' })).toMatchObject({
      rules: [{ resources: [name] }, { resources: ['status'] }],
    });
  });

  it.each(['true', 'null', 'on', 'no', '123', '1e3', '0x1f', '2026-01-01'])('keeps %s a text in YAML', async (name) => {
    const all = {
      ...(await rendered('init', { ...initContext, projectName: name })),
      ...(await rendered('prometheus', { ...initContext, projectName: name })),
      ...(await rendered('network-policy', { ...initContext, projectName: name })),
      ...(await rendered('helper-roles', { ...apiContext, projectName: name, plural: name, apiGroup: name })),
      ...(await rendered('resource', { ...apiContext, projectName: name, plural: name, apiGroup: name })),
    };
    let labelled = 0;
    for (const [path, content] of Object.entries(all)) {
      if (!path.startsWith('config/')) continue;
      for (const document of content.split(/^---$/m).map((each) => parse(each, { version: '1.1' }) as Manifest)) {
        const { labels } = document.metadata ?? {};
        if (labels) labelled += 1;
        if (labels) expect(labels['app.kubernetes.io/name'], path).toBe(name);
        if (/_(admin|editor|viewer)_role/.test(path)) {
          expect(document.rules![0], path).toMatchObject({ apiGroups: [name], resources: [name] });
          expect(document.rules![1], path).toMatchObject({ apiGroups: [name], resources: [`${name}/status`] });
        }
      }
    }
    expect(labelled).toBeGreaterThan(10);
  });
});

interface Manifest {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  readonly rules?: readonly unknown[];
}

describe('names that could do harm in a template', () => {
  const hostile = ['__proto__', "a'b", 'a"b', 'a\nb', 'a\\b', '{{kind}}', '${x}', '../a', '', ' ', '`'];
  // A command is put into quotes where it is written.
  const kinds = (Object.keys(nameRules) as NameKind[]).filter((kind) => kind !== 'containerCommand');
  it.each(kinds)('are refused as %s', (kind) => {
    expect(hostile.filter((name) => checkName(kind, '--flag', name) === undefined)).toEqual([]);
  });
});
