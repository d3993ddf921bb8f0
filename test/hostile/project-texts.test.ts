import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { typescript, type ts } from '../../src/language/compiler/compiler.js';
import { DiagnosticsError } from '../../src/base/diagnostics/diagnostic.js';
import { layoutFiles } from '../../src/project/layout/layout.js';
import { parseProject } from '../../src/project/project-file.js';

/** Everything that PROJECT can say. */
const text = `
version: '3'
layout: [typescript.operator-gen/v1]
cliVersion: 0.1.0
domain: example.com
projectName: lanterns
multigroup: true
namespaced: true
permissions: inferred
resources:
- group: shop
  domain: example.com
  version: v1
  kind: Lantern
  plural: lanternen
  api: { crdVersion: v1, namespaced: true }
  controller: true
  controllers: [{ name: lantern-backup }]
  webhooks:
    webhookVersion: v1
    defaulting: true
    validation: true
    conversion: true
    spoke: [v2]
    defaultingPath: /default
    validationPath: /validate
- { group: shop, domain: example.com, version: v2, kind: Lantern, plural: lanternen, api: { crdVersion: v1, namespaced: true } }
- { group: shop, domain: example.com, version: v1, kind: Cache, api: { crdVersion: v1, namespaced: true }, controller: true }
- group: certs
  domain: example.io
  version: v1
  kind: Cert
  external: true
  path: '@example/certs/v1'
  module: '@example/certs@1.2.3'
  controller: true
  webhooks: { defaulting: true, validation: true, defaultingPath: /certs }
- { group: apps, version: v1, kind: Deployment, core: true, controllers: [{ name: watcher }] }
plugins:
  manifests.operator-gen/v1: { descriptions: keep, maxBytes: 1000, headerFile: hack/header.txt, year: 2026 }
  license.operator-gen/v1: { license: apache2, owner: Example Inc., year: 2026, header: Copyright 2026 }
  webhooks.operator-gen/v1: { certificates: self-signed }
  compatibility.operator-gen/v1: { alpha: exempt, unserved: check, ratcheted: error }
  deploy-image.typescript.operator-gen/v1:
    resources:
    - group: shop
      domain: example.com
      version: v1
      kind: Cache
      options: { image: 'cache:1', containerCommand: 'serve,--fast', containerPort: '80', runAsUser: '1001' }
`;

/** Texts that leave a string, a comment, a template or a list in code, in YAML or in a shell. */
const hostile = [
  "x'; evil(); '",
  '/x" + evil() + "',
  "/x' as '/x', ...evil(), y: '",
  '`); evil(); String(`',
  '${evil()}',
  "/x'});\nevil();\n//",
  '*/ evil(); /*',
  '\nevil();\n',
  "\\'; evil(); //",
  '\u2028evil();\u2028',
  '../../evil',
  '$(evil)',
  '"; evil; "',
  'x: y\nevil: true',
  '__proto__',
];

type Tree = { [key: string]: Tree } | Tree[] | string | number | boolean | null;

function* places(tree: Tree, path: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  if (typeof tree === 'string') yield path;
  else if (typeof tree === 'object' && tree !== null)
    for (const [key, each] of Object.entries(tree))
      yield* places(each, [...path, Array.isArray(tree) ? Number(key) : key]);
}

function withText(path: readonly (string | number)[], fresh: string): string {
  const tree = parse(text) as Tree;
  const parent = path.slice(0, -1).reduce<Tree>((at, key) => (at as Record<string | number, Tree>)[key]!, tree);
  (parent as Record<string | number, Tree>)[path.at(-1)!] = fresh;
  return stringify(tree);
}

/** Returns the scaffolded files; none of a PROJECT that is refused. */
function filesOf(project: string): readonly { readonly path: string; readonly content: string }[] {
  try {
    return layoutFiles(parseProject(project).project);
  } catch (error) {
    expect(error).toBeInstanceOf(DiagnosticsError);
    return [];
  }
}

function runsEvil(path: string, code: string): boolean {
  const file = typescript.createSourceFile(path, code, typescript.ScriptTarget.Latest, true);
  const { parseDiagnostics } = file as unknown as { readonly parseDiagnostics: readonly unknown[] };
  let found = parseDiagnostics.length > 0;
  const visit = (node: ts.Node): void => {
    found ||= typescript.isIdentifier(node) && node.text === 'evil';
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe('a text of PROJECT', () => {
  it('of which all are valid makes files', () => {
    expect(filesOf(text).length).toBeGreaterThan(50);
  });

  it.each([...places(parse(text) as Tree)].map((path) => [path.join('.'), path] as const))(
    'is refused or written as a text: %s',
    (_, path) => {
      for (const each of hostile) {
        for (const { path: file, content } of filesOf(withText(path, each))) {
          expect(file).not.toMatch(/\.\.|evil/);
          if (file.endsWith('.ts')) expect(runsEvil(file, content), `${each}: ${file}\n${content}`).toBe(false);
          if (/\.(?:ya?ml|json)$/.test(file)) expect(() => parse(content, { logLevel: 'silent' }), file).not.toThrow();
        }
      }
    },
  );
});
