import { eachFile, isManifest, words, type UserEdit } from './user-edit.js';

const isKustomization = (path: string): boolean => isManifest(path) && path.endsWith('kustomization.yaml');
const isGeneratedManifest = (path: string): boolean =>
  /^config\/(?:crd\/bases\/|rbac\/role\.yaml|webhook\/manifests\.yaml|samples\/)/.test(path);
const isOwn = (path: string): boolean => isManifest(path) && !isGeneratedManifest(path);

/** What people do with manifests and other files. */
/** A user quotes values: an entry that a command replaces is written without quotes. */
export const userQuotes = '# a user quotes values of manifests';

export const manifestEdits: readonly UserEdit[] = [
  eachFile('# a user sorts kustomizations otherwise', isKustomization, (text) =>
    text.replace(/^resources:\n((?: *(?:#.*|- .*)\n)+)/m, (_, list: string) => {
      const items = list.match(/(?: *#.*\n)* *- .*\n/g) ?? [];
      return `resources:\n${items.toReversed().join('')}`;
    }),
  ),
  eachFile('# a user writes lists of kustomizations in one line', isKustomization, (text) =>
    text.replace(/^resources:\n((?: *- [^#\n]*\n)+)(?! *[-#])/m, (_, list: string) => {
      const items = list.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.replace(/^ *- /, '')]));
      return `resources: [${items.join(', ')}]\n`;
    }),
  ),
  eachFile(
    '# a user adds patches and labels',
    (path) => path === 'config/default/kustomization.yaml',
    (text) =>
      text.includes('team: a') || !/^patches:\n- /m.test(text)
        ? text
        : text.replace(
            /^patches:\n/m,
            `# ${words}\nlabels:\n- pairs:\n    team: a\npatches:\n- target:\n    kind: ServiceAccount\n  patch: |-\n    - op: add\n      path: /metadata/labels\n      value: { team: a }\n`,
          ),
  ),
  eachFile('# a user comments manifests everywhere', isOwn, (text) =>
    text.includes(`# ${words} There`)
      ? text
      : text.replaceAll(/^( *)(- |[\w.]+:)/gm, (start, indent: string) =>
          /[|>]/.test(text) ? start : `${indent}# ${words} There\n${start}`,
        ),
  ),
  eachFile(
    '# a user changes the Deployment',
    (path) => path === 'config/manager/manager.yaml',
    (text) =>
      /LOG_LEVEL|\benv:/.test(text)
        ? text
        : text
            .replace(
              /^( *)image: controller:latest\r?\n/m,
              (line, indent: string) =>
                `${indent}# ${words}\n${indent}env:\n${indent}- name: LOG_LEVEL\n${indent}  value: debug\n${line}`,
            )
            .replace(/replicas: 1$/m, 'replicas: 2')
            .replace('memory: 256Mi', 'memory: 512Mi'),
  ),
  eachFile(userQuotes, isOwn, (text) =>
    /[|>]/.test(text)
      ? text
      : text.replaceAll(/^( *(?:- )?(?:kind|name|namespace|version|path|fieldPath): )([\w./-]+)$/gm, '$1"$2"'),
  ),
  eachFile(
    '# a user has other words in other files',
    (path) => /^(?:README\.md|Makefile|Dockerfile|AGENTS\.md)$/.test(path),
    (text, path) =>
      text.includes(words)
        ? text
        : path === 'README.md'
          ? `# Ours\n\n${words}\n`
          : `# ${words}\n${text.replace('docker', 'podman')}`,
  ),
  eachFile(
    '# a user adds scripts and packages',
    (path) => path === 'package.json',
    (text) =>
      text.includes('"own"')
        ? text
        : text
            .replace('"scripts": {', '"scripts": {\n    "own": "echo own",')
            .replace('"dependencies": {', '"dependencies": {\n    "@kubernetes/client-node": "1.4.0",'),
  ),
  eachFile(
    '# a user adds options to the operator',
    (path) => path === 'src/main.ts',
    (text) => (text.includes(words) ? text : text.replace(/^ {2}register,$/m, `  // ${words}\n  register,`)),
  ),
  eachFile(
    '# a user rewrites tests',
    (path) => path.endsWith('.test.ts') && path.startsWith('src/'),
    (text) =>
      text.includes('the tests of ours')
        ? text
        : `import { expect, it } from 'vitest';\n\n// ${words}\nit('is one of the tests of ours', () => {\n  expect(1 + 1).toBe(2);\n});\n`,
  ),
  eachFile(
    '# a user extends tests',
    (path) => path.endsWith('.test.ts') && path.startsWith('src/'),
    (text) =>
      text.includes('adds numbers')
        ? text
        : text.replace(
            /^describe\([^\n]*\n/m,
            (line) => `${line}  it('adds numbers', () => {\n    // ${words}\n    expect(1 + 1).toBe(2);\n  });\n\n`,
          ),
  ),
];
