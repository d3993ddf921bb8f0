import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { programPath } from '../test/e2e/control-plane/programs.js';
import { locateHelper } from '../src/base/helper/locate.js';
import { makeControllers } from './controllers.js';
import { largeDefinitions } from './definitions.js';
import { makeGoProject, makeProject, type MadeProject } from './kinds.js';
import { failureOf, measure, median, peakMemory, type Subject } from './measure.js';
import { nodesToMeasure, versionOf } from './nodes.js';
import { printProfiles } from './profile.js';
import { benchRuntime } from './runtime/bench-runtime.js';
import { print, printRatio } from './table.js';
import { measureWatch } from './watch.js';

// Measures ratios to `node -e ''` in one run: `npm run bench [-- <rounds>]`, or where the time of each command goes: `-- --profile`. Times on different machines, or at
// different times, do not compare, but these ratios do. Commands on a later Node.js are compared with its own `node -e
// ''`.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { profile: { type: 'boolean', default: false } },
});
const rounds = Number(positionals[0] ?? (values.profile ? 5 : 11));
const checkout = fileURLToPath(new URL('..', import.meta.url));
const cli = join(checkout, 'bin/operator-gen.js');
const folder = mkdtempSync(join(tmpdir(), 'operator-gen-bench-'));
const place = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const empty = (path: string): void => {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
};

/** Returns the commands on one Node.js. Caches of earlier runs are separate from the user's own. */
function commandsOn(node: string): readonly Subject[] {
  const name = versionOf(node);
  const env = { XDG_CACHE_HOME: place(`${name}/cache`), OPERATOR_GEN_UPSTREAM: 'none' };
  const bare: Subject = { name: "node -e ''", file: node, args: ['-e', ''], cwd: folder };
  const ours = (label: string, cwd: string, args: readonly string[], more: Partial<Subject> = {}): Subject => ({
    ...{ name: label, file: node, args: [cli, ...args], cwd, env },
    ...more,
  });
  const made = (label: string, kinds: number, embedding: number, rules = 0): MadeProject =>
    makeProject(place(`${name}/${label}`), { kinds, embedding, rules });
  const edited = (label: string, { root, change }: MadeProject, targets: Partial<Subject> = {}): Subject =>
    ours(label, root, ['manifests'], { prepare: change, ...targets });

  /** Returns a command in a scaffolded project, which is restored before every round. */
  const scaffolded = (golden: string, line: string, target = 12): Subject => {
    const root = place(`${name}/${line.replaceAll(' ', '_')}`);
    return ours(`${line.replaceAll(/ --(?:group|version|kind) \S+/g, '')}, in ${golden}`, root, line.split(' '), {
      prepare: () => {
        empty(root);
        cpSync(join(checkout, 'test/golden', golden), root, { recursive: true });
      },
      target,
    });
  };

  const init = place(`${name}/init`);
  const same = made('same', 1, 0).root;
  const controllers = makeControllers(place(`${name}/controllers`), 50);
  return [
    bare,
    ours('help', folder, ['--help'], { target: 1.5 }),
    ours('version', folder, ['version']),
    ours('init', init, ['init', '--skip-install'], { prepare: () => empty(init), target: 12 }),
    scaffolded('init', 'create api --version v1 --kind WebServer', 9),
    scaffolded('webhooks', 'create api --group parking --version v1 --kind Barrier', 9),
    scaffolded('webhooks', 'create webhook --group parking --version v1 --kind CarPark --certificates self-signed', 9),
    scaffolded('conversion', 'delete webhook --group school --version v1 --kind Course'),
    scaffolded('conversion', 'delete api --group school --version v1beta1 --kind Course'),
    scaffolded('conversion', 'edit --multigroup'),
    scaffolded('conversion', 'edit --namespaced --domain example.org'),
    scaffolded('conversion', 'rename api --group school --kind Course --to-kind Lesson'),
    edited('manifests, one kind', made('one', 1, 0), { target: 7, targetBesideGo: 0.45 }),
    edited('manifests, one kind of Pods', made('pods', 1, 1), { target: 8 }),
    edited('manifests, twenty kinds, three of Pods', made('twenty', 20, 3)),
    edited('manifests, a hundred kinds', made('hundred', 100, 0), { target: 12, targetBesideGo: 0.55 }),
    ours('manifests, nothing changed', same, ['manifests'], { target: 2 }),
    ours('check, nothing changed', same, ['check'], { target: 2 }),
    ours('rbac, fifty controllers', controllers.root, ['rbac'], { prepare: controllers.change, target: 25 }),
    ours('rbac, nothing changed', makeControllers(place(`${name}/still-controllers`), 50).root, ['rbac'], {
      target: 4,
    }),
    ...(helper === undefined ? [] : withHelper(helper, { name, made, ours, edited })),
  ];
}

/** The helper with the API server's code; without one, its rows are left out. */
const helper = locateHelper(process.env)?.path;

interface Makers {
  /** The version of Node.js. */
  readonly name: string;
  readonly made: (label: string, kinds: number, embedding: number, rules?: number) => MadeProject;
  readonly ours: (label: string, cwd: string, args: readonly string[], more?: Partial<Subject>) => Subject;
  readonly edited: (label: string, project: MadeProject, targets?: Partial<Subject>) => Subject;
}

/** Returns the commands that ask the API server's own code. */
function withHelper(path: string, { name, made, ours, edited }: Makers): readonly Subject[] {
  const env = { XDG_CACHE_HOME: place(`${name}/cache`), OPERATOR_GEN_UPSTREAM: path };
  const asked = (subject: Subject): Subject => ({ ...subject, env });
  const checked = made('checked', 1, 0);
  const kept = ours('', checked.root, ['manifests'], { env: { ...env, XDG_CACHE_HOME: place(`${name}/other`) } });
  const still = ours('check, nothing changed, with the helper', made('still', 1, 0).root, ['check'], {
    target: 2,
    env,
  });
  failureOf({ ...still, args: [cli, 'manifests'] });
  const definitions = place(`${name}/definitions`);
  largeDefinitions(definitions);
  return [
    asked(edited(oneKindAsked, made('asked', 1, 0))),
    asked(edited('manifests, twenty kinds with 100 rules', made('rules', 20, 0, 5), { target: 14 })),
    asked({
      ...ours('check, one kind and all kustomizations', checked.root, ['check'], { target: 9 }),
      // Up to date, but not by what this run remembers.
      prepare: () => {
        checked.change();
        failureOf(kept);
      },
    }),
    still,
    asked(ours('verify, 4.5 MB of CRDs', definitions, ['verify', '.'], { target: 8 })),
  ];
}

const oneKindAsked = 'manifests, one kind, with the helper';

/** Returns the command for the same kinds in Go, called as in kubebuilder's Makefile. */
function controllerGen(): readonly Subject[] {
  const program = programPath('controller-gen');
  if (!existsSync(program)) return [];
  const subject = (name: string, kinds: number, embedding: number): Subject => {
    const cwd = makeGoProject(place(`go-${kinds}-${embedding}`), { kinds, embedding });
    const args = ['rbac:roleName=manager-role', 'crd', 'webhook', 'paths=./...'];
    return { name, file: program, cwd, args: [...args, 'output:crd:artifacts:config=config/crd/bases'] };
  };
  return [
    subject('manifests, one kind', 1, 0),
    subject('manifests, one kind of Pods', 1, 1),
    subject('manifests, twenty kinds, three of Pods', 20, 3),
    subject('manifests, a hundred kinds', 100, 0),
  ];
}

/** Measures the time from a save to the written file, and compares it with a cold run that does the same. */
async function watching(node: string): Promise<number> {
  const name = versionOf(node);
  const { root, change } = makeProject(place(`${name}/watched`), { kinds: 1, embedding: 0 });
  const output = join(root, 'config/crd/bases/my.domain_kind1s.yaml');
  const env = { XDG_CACHE_HOME: place(`${name}/cache`) };
  const run = { file: node, cwd: root, env };
  measure([{ ...run, name: 'first', args: [cli, 'manifests'] }], 1);
  return median(await measureWatch({ ...run, args: [cli, 'manifests', '--watch'], change, output }, rounds));
}

const nodes = nodesToMeasure();
const tables = nodes.map((node) => ({
  title: `Node.js ${versionOf(node)}`,
  subjects: commandsOn(node),
}));
if (values.profile) {
  printProfiles(tables[0]!.subjects, rounds);
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}
const go = controllerGen();
const all = [...tables.flatMap(({ subjects }) => subjects), ...go];
const failures = new Map(all.map((subject) => [subject, failureOf(subject)]));
const times = measure(
  all.filter((subject) => failures.get(subject) === undefined),
  rounds,
);
const medianOf = (subject: Subject | undefined): number => median((subject && times.get(subject)) ?? []);

process.stdout.write(
  `medians of ${rounds} rounds; ratios to node -e '' and to controller-gen with the same kinds in Go\n`,
);
for (const { title, subjects } of tables) {
  process.stdout.write('\n');
  print(title, 'ms', 'node', 'target', 'to Go', 'target');
  const base = medianOf(subjects[0]);
  for (const subject of subjects) {
    const failure = failures.get(subject);
    if (failure !== undefined) {
      print(subject.name, `does not run: ${failure}`);
      continue;
    }
    const time = medianOf(subject);
    const against = time / medianOf(go.find(({ name }) => name === subject.name));
    const { name, target, targetBesideGo } = subject;
    printRatio(name, { time, value: time / base, target }, { value: against, target: targetBesideGo });
  }
  const saved = await watching(subjects[0]!.file);
  const cold = medianOf(subjects.find(({ name }) => name === 'manifests, one kind'));
  printRatio('--watch, from a save to the file, to a cold run', { time: saved, value: saved / cold, target: 0.3 });
  const named = (name: string): Subject => subjects.find((each) => each.name === name)!;
  if (helper !== undefined) {
    const ratio = medianOf(named(oneKindAsked)) / medianOf(named('manifests, one kind'));
    printRatio('manifests, one kind: with the helper / without', { value: ratio, target: 1.15 });
  }
  const three = ['init', 'create api, in init', 'manifests, one kind'].map((name) => medianOf(named(name)) / base);
  printRatio('init + create api + manifests', { value: three.reduce((sum, each) => sum + each), target: 20 });
  for (const [name, target] of [
    ['manifests, one kind', 160],
    ['manifests, a hundred kinds', 300],
  ] as const) {
    printRatio(`peak memory, MB: ${name}`, { value: peakMemory(named(name)), target });
  }
}
process.stdout.write('\n');
for (const subject of go) {
  const failure = failures.get(subject);
  print(
    `controller-gen: ${subject.name}`,
    failure === undefined ? medianOf(subject).toFixed(0) : `does not run: ${failure}`,
  );
}
rmSync(folder, { recursive: true, force: true });

await benchRuntime('short');
