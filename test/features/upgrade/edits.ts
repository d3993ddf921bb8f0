import type { Files } from '../../support/memory-disk.js';

/** What a user does to a project. */
export interface UserEdit {
  readonly name: string;
  readonly edit: (files: Files) => Files;
  /** Whether the release changes the same place, so that a conflict is right. */
  readonly contradicts?: true;
  /** Whether the project does not build with it, or is not formatted, before the upgrade as well as after it. */
  readonly isRough?: true;
}

const controller = 'src/controller/webserver.controller.ts';
const types = 'src/api/v1/webserver.types.ts';
const cacheController = 'src/controller/cache.controller.ts';
const manager = 'config/manager/manager.yaml';
const kustomization = 'config/default/kustomization.yaml';

/** Replaces a text that the file has. */
function inFile(path: string, ...pairs: readonly (readonly [before: string | RegExp, after: string])[]) {
  return (files: Files): Files => {
    const text = files.get(path);
    if (text === undefined) throw new Error(`there is no ${path}`);
    const edited = pairs.reduce((all, [before, after]) => {
      if (typeof before === 'string' ? !all.includes(before) : !before.test(all))
        throw new Error(`${path} does not contain ${String(before)}`);
      return all.replace(before, after);
    }, text);
    return new Map(files).set(path, edited);
  };
}

const append = (path: string, text: string) => inFile(path, [/$/, text]);
const mapText = (path: string, change: (text: string) => string) => (files: Files) =>
  new Map(files).set(path, change(files.get(path)!));
const write = (path: string, text: string) => (files: Files) => new Map(files).set(path, text);

function remove(path: string) {
  return (files: Files): Files => {
    const left = new Map(files);
    left.delete(path);
    return left;
  };
}

function inSequence(...edits: readonly ((files: Files) => Files)[]) {
  return (files: Files): Files => edits.reduce((now, each) => each(now), files);
}

/** The paths that differ between the releases. */
const either = (files: Files, ...paths: readonly string[]): string => paths.find((path) => files.has(path))!;

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

/** Edits of every kind of file, in the ways that projects are edited. */
export const userEdits: readonly UserEdit[] = [
  { name: 'nothing', edit: (files) => files },
  {
    name: 'a field of the types',
    edit: inFile(types, [/Spec \{\n/, "Spec {\n  /** The user's own field. */\n  ownField?: string;\n\n"]),
  },
  {
    name: 'a controller that owns another kind',
    edit: inFile(
      controller,
      [
        "import { Rbac } from '@operator-gen/runtime/api';",
        "import { Rbac } from '@operator-gen/runtime/api';\nimport { ConfigMap } from '@operator-gen/runtime/k8s/core/v1';",
      ],
      ['.complete(reconciler)', '.owns(ConfigMap).complete(reconciler)'],
      ['@Rbac(', "@Rbac(ConfigMap, ['get', 'list', 'watch'])\n@Rbac("],
    ),
  },
  {
    name: 'a chain over several lines',
    edit: inFile(controller, [
      /await (\w+)\(manager\)\.for\((\w+)\)\.complete\(reconciler\);/,
      'await $1(manager)\n    // Mine.\n    .for($2)\n    .complete(reconciler);',
    ]),
  },
  {
    name: 'a reconciler with other code',
    edit: inFile(controller, [
      / {4}log\.info\([^]*?\n {2}\}\n/,
      "    await this.#client.patchStatus(webServer, {});\n    log.info('mine');\n  }\n",
    ]),
    contradicts: true,
  },
  {
    name: 'a method of the reconciler',
    edit: inFile(controller, [
      /\n\}\n\n\/\*\* Registers/,
      '\n\n  own(): string {\n    return this.#client.constructor.name;\n  }\n}\n\n/** Registers',
    ]),
  },
  {
    name: 'a function at the end of the controller',
    edit: append(controller, '\n/** Mine. */\nexport function mine(): number {\n  return 1;\n}\n'),
  },
  {
    name: 'a renamed class',
    edit: (files) =>
      new Map(
        [...files].map(([path, text]) => [
          path,
          path.endsWith('.ts') && path.startsWith('src/controller')
            ? text.replaceAll('WebServerReconciler', 'SiteReconciler')
            : text,
        ]),
      ),
  },
  {
    name: 'a comment on every declaration',
    edit: mapText(controller, (text) => text.replaceAll(/^export /gm, '// Of the user.\nexport ')),
  },
  {
    name: 'double quotes',
    edit: mapText(controller, (text) => text.replaceAll("'", '"')),
    isRough: true,
  },
  { name: 'a controller with CRLF', edit: mapText(controller, crlf), isRough: true },
  {
    name: 'a Makefile with CRLF and a target',
    edit: mapText('Makefile', (text) => crlf(`${text}\nmine: ## Mine.\n\techo mine\n`)),
  },
  { name: 'a Makefile without a last line end', edit: mapText('Makefile', (text) => `${text}\nmine:\n\techo mine`) },
  {
    name: 'another default of the Makefile',
    edit: inFile('Makefile', ['IMG ?= controller:latest', 'IMG ?= example.com/mine:1']),
  },
  {
    name: 'a target in the middle of the Makefile',
    edit: inFile('Makefile', ['.PHONY: test\n', '.PHONY: mine\nmine: ## Mine.\n\techo mine\n\n.PHONY: test\n']),
  },
  {
    name: 'a changed line of the Makefile that the release changes',
    edit: inFile('Makefile', [/(npm run --silent lint:\w+)/, '$1 -- --quiet']),
    contradicts: true,
  },
  {
    name: 'options of main.ts',
    edit: inFile('src/main.ts', ['  register,\n', '  register,\n  // Mine.\n  manager: { parallelRequests: 4 },\n']),
  },
  {
    name: 'code before main.ts',
    edit: mapText('src/main.ts', (text) => `import process from 'node:process';\n${text}\nprocess.title = 'mine';\n`),
  },
  {
    name: 'a changed comment of main.ts',
    edit: inFile('src/main.ts', [/\/\/ Run with --help.*/, '// My own words.']),
    contradicts: true,
  },
  {
    name: 'a dependency',
    edit: inFile('package.json', ['"dependencies": {', '"dependencies": {\n    "left-pad": "1.3.0",']),
  },
  { name: 'a script', edit: inFile('package.json', ['"scripts": {', '"scripts": {\n    "mine": "echo mine",']) },
  {
    name: 'a changed script',
    edit: inFile('package.json', [
      '"test": "vitest run --project unit"',
      '"test": "vitest run --project unit --coverage"',
    ]),
  },
  {
    name: 'another version of a package',
    edit: inFile('package.json', [/"typescript": "[\d.]+"/, '"typescript": "6.0.0"']),
  },
  {
    name: 'a package.json that is indented with tabs',
    edit: mapText('package.json', (text) =>
      text.replaceAll(/^(?: {2})+/gm, (blanks) => '\t'.repeat(blanks.length / 2)),
    ),
    isRough: true,
  },
  { name: 'resources of the manager', edit: inFile(manager, [/cpu: \d+m\n/, 'cpu: 750m\n']), contradicts: true },
  {
    name: 'an argument of the manager',
    edit: inFile(manager, [/( +)- --leader-elect\n/, '$1- --leader-elect\n$1- --mine\n']),
  },
  {
    name: 'comments in the manager',
    edit: inFile(manager, ['apiVersion: apps/v1', '# Mine: the Deployment.\napiVersion: apps/v1']),
  },
  {
    name: 'a patch in the kustomization',
    edit: inSequence(
      write(
        'config/default/mine.yaml',
        'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: controller-manager\n  namespace: system\nspec:\n  replicas: 2\n',
      ),
      inFile(kustomization, ['patches:\n', 'patches:\n- path: mine.yaml\n']),
    ),
  },
  {
    name: 'a reordered kustomization',
    edit: inFile(kustomization, ['- ../rbac\n- ../manager\n', '- ../manager\n# Mine.\n- ../rbac\n']),
  },
  {
    name: 'labels in the kustomization',
    edit: inFile(kustomization, ['resources:\n', 'labels:\n- pairs:\n    mine: yes-mine\nresources:\n']),
  },
  { name: 'another namespace', edit: inFile(kustomization, [/^namespace: .*/m, 'namespace: mine']) },
  { name: 'a YAML file with CRLF', edit: mapText(manager, crlf) },
  { name: 'a rule of oxlint', edit: inFile('.oxlintrc.json', ['{', '{\n  "rules": { "no-console": "off" },']) },
  { name: 'an ignored folder', edit: append('.gitignore', 'mine/\n') },
  { name: 'other README', edit: write('README.md', '# Mine\n\nNothing of the template.\n') },
  { name: 'a paragraph of the README', edit: append('README.md', '\n## Mine\n\nOur own words.\n') },
  { name: 'a step of a workflow', edit: append('.github/workflows/test.yml', '      - run: echo mine\n') },
  { name: 'a deleted workflow', edit: remove('.github/workflows/lint.yml') },
  { name: 'a deleted controller test', edit: remove('src/controller/webserver.controller.test.ts') },
  {
    name: 'a helper that imports a file which moves',
    edit: (files) =>
      new Map(files).set(
        'src/controller/helper.ts',
        `import { conditionsOf } from './cache.${either(files, 'src/controller/cache.state.ts') === undefined ? 'conditions' : 'state'}.js';\n\n/** Mine. */\nexport const mine = conditionsOf;\n`,
      ),
  },
  {
    name: 'a changed file that moves',
    edit: (files) =>
      append(
        either(files, 'src/controller/cache.state.ts', 'src/controller/cache.conditions.ts'),
        '\n/** Mine. */\nexport const mine = 1;\n',
      )(files),
  },
  {
    name: 'a changed script that moves',
    edit: (files) => append(either(files, 'hack/operator.js', 'hack/run.js'), '\n// Mine.\n')(files),
  },
  {
    name: 'a changed script that is removed',
    edit: (files) => (files.has('hack/legacy.js') ? append('hack/legacy.js', "console.log('mine');\n")(files) : files),
  },
  {
    name: 'a file of its own at the path of a new one',
    edit: write('.devcontainer/devcontainer.json', '{ "image": "mine" }\n'),
  },
  {
    name: 'a comment and an unknown key in PROJECT',
    edit: mapText('PROJECT', (text) => `# Mine.\n${text}mine: true\n`),
  },
  {
    name: 'a Dockerfile with another base',
    edit: mapText('Dockerfile', (text) => text.replace(/^FROM \S+/m, 'FROM example.com/mine:1')),
  },
  {
    name: 'a setting of vitest',
    edit: inFile('vitest.config.ts', ["name: 'unit',", "name: 'unit',\n          retry: 1,"]),
  },
  {
    name: 'much at once',
    edit: inSequence(
      append(controller, '\n/** Mine. */\nexport const own = 1;\n'),
      append('Makefile', '\nown:\n\techo own\n'),
      inFile('package.json', ['"scripts": {', '"scripts": {\n    "own": "echo own",']),
      inFile(manager, [/( +)- --leader-elect\n/, '$1- --leader-elect\n$1- --own\n']),
      inFile(cacheController, [/^export class/m, '// Own words.\nexport class']),
      append('.gitignore', 'own/\n'),
    ),
  },
];
