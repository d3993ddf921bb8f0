import { standardFlags } from '@operator-gen/runtime';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { GoController, GoFile, GoManagerOption } from '../../base/helper/go/answer.js';
import { markersIn } from './code/go-markers.js';
import { counterpartOf } from '../../language/markers/go-counterparts.js';
import type { Layout } from '../../project/layout/layout.js';
import { consoleItems } from './code/console-items.js';
import type { AdoptOptions } from './flags.js';
import { crdFile } from '../../project/paths.js';
import { apiGroupOf } from '../../project/project.js';
import type { Definition } from './definitions.js';
import type { GoCode } from './project/go-code.js';
import { imagePlugin, type GoProject } from './project/go-project.js';
import { left } from './left.js';
import { isSetting, replacedFlags } from './project/manager-settings.js';
import type { GoPermissions } from './code/permissions.js';
import type { Pair } from './code/controllers.js';
import type { Source } from './source.js';
import { watchItems } from './project/watches.js';

interface Input {
  readonly code: GoCode;
  readonly options: AdoptOptions;
  readonly layout: Layout;
  readonly pairs: readonly Pair[];
  readonly permissions: GoPermissions;
  readonly definitions: readonly Definition[];
  /** The deployed files that generated files replace. */
  readonly replaced: ReadonlyMap<string, string>;
}

/** Reports what the new project lacks, with its place in the Go project. */
export function leftBehind(source: Source, input: Input): readonly Diagnostic[] {
  const { code, pairs, permissions, options } = input;
  const { project: goProject, files, controllers } = code;
  const paired = new Set(pairs.map(({ go }) => go));
  const replaced = replacedFlags(files);
  return [
    ...pluginItems(goProject),
    ...watchItems(source),
    ...pairs.flatMap((pair) => controllerItems(pair, goProject)),
    ...controllers
      .filter((each) => !paired.has(each) && !options.typesOnly)
      .map((each) => unpairedItem(each, code.unreached.includes(each))),
    ...(pairs.length > 0 ? [] : permissionItems(permissions)),
    ...files.flatMap(converterItems),
    ...files.flatMap((each) => programItems(each, replaced)),
    ...files.flatMap(fileItems),
    ...makefileItems(source, input.layout),
    ...definitionItems(source, input),
    ...boilerplateItems(source),
  ];
}

function converterItems({ converters }: GoFile): readonly Diagnostic[] {
  const instead = 'port it to the conversion of the version in src/webhook/';
  return converters.map(({ name, position }) => left(name, instead, position));
}

function pluginItems(project: GoProject | undefined): readonly Diagnostic[] {
  const others = (project?.plugins ?? []).filter(({ name }) => name !== imagePlugin);
  const instead = 'its files stay, and no command of operator-gen updates them';
  return others.map(({ name, position }) => left(`the plugin ${name}`, instead, position));
}

/** Reports what a controller does not carry over: its logic, or all of it if no code builds it. */
function controllerItems({ resource, entry, go }: Pair, project: GoProject | undefined): readonly Diagnostic[] {
  const name = entry.name ?? resource.kind.toLowerCase();
  if (go === undefined) {
    const listed = project?.resources.find(
      (each) =>
        each.kind === resource.kind && each.controllers.includes(name) && apiGroupOf(each) === apiGroupOf(resource),
    );
    if (listed === undefined || project?.language !== 'go') return [];
    const instead = 'no code that builds it was found: src/ has an empty controller, to which its logic can be ported';
    return [left(`the controller ${name} of ${resource.kind} in PROJECT`, instead, listed.position)];
  }
  const { position } = go.reconciler ?? go;
  const what = `the logic of ${go.receiver === '' ? 'a controller' : go.receiver}`;
  const logic = left(what, 'port it to the method reconcile of the controller', position);
  if (go.isBuilt) return [logic];
  const instead = 'no code that builds it was found: add what it owns and watches to its registration';
  return [logic, left(`the registration of ${go.receiver}`, instead, position)];
}

function unpairedItem({ position, of, receiver, isBuilt }: GoController, isUnreached: boolean): Diagnostic {
  const create = 'npx operator-gen create api --no-resource --controller';
  if (isUnreached) {
    const instead = `the deployed program does not import it: if the operator needs it, create it with ${create}`;
    return left(
      `the controller ${receiver || of?.name || 'of a function'} of another program or of tests`,
      instead,
      position,
    );
  }
  if (!isBuilt) {
    const instead = `no code that builds a controller with it was found: port it, or create one with ${create}`;
    return left(`the logic of ${receiver}`, instead, position);
  }
  const what = of === undefined ? 'a controller whose kind is not known' : `a controller of ${of.name}`;
  return left(what, `create it: ${create}`, position);
}

function permissionItems({ byFile }: GoPermissions): readonly Diagnostic[] {
  return [...byFile.keys()].flatMap((file) =>
    file === undefined
      ? []
      : [
          left('the permissions of its markers', 'write them as @Rbac at the controllers', {
            file: file.path,
            line: 1,
            column: 1,
          }),
        ],
  );
}

const runtimeFlags: ReadonlySet<string> = new Set([...Object.keys(standardFlags), 'enable-http2']);
const managerOptions = new Set([
  ...['Scheme', 'Metrics', 'WebhookServer', 'LeaderElectionID'],
  ...['TLSOpts', 'FilterProvider', 'CertDir', 'CertName', 'KeyName'].map((each) => `Metrics.${each}`),
  ...['TLSOpts', 'CertDir', 'CertName', 'KeyName'].map((each) => `WebhookServer.${each}`),
]);

/** Returns the flags and the options of a manager that a file has. */
function programItems(
  { flags, foreignFlags, options, unreadOptions }: GoFile,
  replaced: ReadonlySet<string>,
): readonly Diagnostic[] {
  const isKnown = ({ name }: GoManagerOption): boolean => managerOptions.has(name) || isSetting(name);
  const [flag, option] = ['add it to the flags in src/main.ts', 'set it in src/main.ts'];
  return [
    ...flags
      .filter(({ name }) => name === undefined || !(runtimeFlags.has(name) || replaced.has(name)))
      .map(({ name, code, position }) => left(`the flag ${name === undefined ? code : `--${name}`}`, flag, position)),
    ...foreignFlags.map(({ name, position }) => left(`the flags of ${name}`, flag, position)),
    ...options
      .filter((each) => !isKnown(each))
      .map(({ name, position }) => left(`the option ${name} of the manager`, option, position)),
    ...unreadOptions.map(({ name, position }) => left(`the options of the manager, ${name}`, option, position)),
  ];
}

function fileItems(file: GoFile): readonly Diagnostic[] {
  return [
    ...file.webhookMethods.map(({ name, position, is }) =>
      is === 'admission'
        ? left(`the logic of the webhook ${name}`, 'port it to the class of the webhook in src/webhook/', position)
        : left(`the conversion ${name}`, 'port it to the conversion of the version in src/webhook/', position),
    ),
    ...file.additions.map(({ name, position }) =>
      left(`the call of ${name}`, 'port it to the set-up of the controller or to src/main.ts', position),
    ),
    ...consoleItems(file),
    ...markersIn(file, 'kubebuilder:')
      .filter(({ text }) => !/^kubebuilder:(?:scaffold|docs-gen)/.test(text) && counterpartOf(text) === undefined)
      .map(({ text, position }) => left(`the marker +${text}`, 'it has no equivalent', position)),
  ];
}

/** Targets that kubebuilder scaffolds. */
const usualTargets = new Set([
  ...['vet', 'generate', 'kustomize', 'controller-gen', 'envtest', 'setup-envtest', 'golangci-lint', 'lint-config'],
  ...['setup-test-e2e', 'cleanup-test-e2e', 'operator-sdk', 'bundle', 'bundle-build', 'bundle-push', 'opm'],
  ...['catalog-build', 'catalog-push', 'helmify', 'install-helm', 'helm-deploy', 'helm-uninstall', 'helm-status'],
  ...['helm-history', 'helm-rollback'],
]);

function targetsOf(makefile: string): readonly { readonly name: string; readonly line: number }[] {
  return makefile.split('\n').flatMap((each, index) => {
    const [, name] = /^([A-Za-z][\w./-]*)[ \t]*:(?![:=])/.exec(each) ?? [];
    return name === undefined ? [] : [{ name, line: index + 1 }];
  });
}

/** Returns a line with the targets of the Makefile that a new project also has, but that still build the Go project. */
export function goTargets(source: Source, layout: Layout): readonly string[] {
  if (!source.isHere || !source.paths.includes('Makefile')) return [];
  const own = new Set(targetsOf(source.read('Makefile') ?? '').map(({ name }) => name));
  const scaffolded = new Set(targetsOf(layout.get('Makefile')?.content ?? '').map(({ name }) => name));
  const shared = [...scaffolded].filter((name) => own.has(name) && name !== 'all' && name !== 'help');
  return shared.length === 0
    ? []
    : [
        `# still of the Go project until its Makefile is replaced: make ${shared.join(', ')}; use npm run and npx operator-gen`,
      ];
}

function makefileItems(source: Source, layout: Layout): readonly Diagnostic[] {
  const text = source.paths.includes('Makefile') ? source.read('Makefile') : undefined;
  if (text === undefined) return [];
  const known = new Set(targetsOf(layout.get('Makefile')?.content ?? '').map(({ name }) => name));
  const file = source.shown('Makefile');
  const targets = targetsOf(text);
  const first = new Map(targets.toReversed().map(({ name, line }) => [name, line]));
  return targets
    .filter(({ name, line }) => !known.has(name) && !usualTargets.has(name) && first.get(name) === line)
    .map(({ name, line }) =>
      left(`the target ${name} of the Makefile`, 'add it to the Makefile or to package.json', {
        file,
        line,
        column: 1,
      }),
    );
}

/** Reports the CRDs in config/crd that are generated at another path, where a kustomization must list them. */
function definitionItems(source: Source, { definitions, replaced }: Input): readonly Diagnostic[] {
  return definitions.flatMap(({ crd, path, isOwn }) => {
    const generated = crdFile(crd.group, crd.names.plural);
    if (!isOwn || path === generated || replaced.get(generated) === path) return [];
    const place = { file: source.shown(path), line: 1, column: 1 };
    const instead = `it is generated as ${generated}: list that file in config/crd/kustomization.yaml, and remove this one`;
    return [left(`the place of the definition ${crd.name}`, instead, place)];
  });
}

function boilerplateItems(source: Source): readonly Diagnostic[] {
  const path = 'hack/boilerplate.go.txt';
  if (!source.paths.includes(path)) return [];
  const file = source.shown(path);
  const instead = `npx operator-gen edit --license-file ${file}`;
  return [left('the license header', instead, { file, line: 1, column: 1 })];
}
