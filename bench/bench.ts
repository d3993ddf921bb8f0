import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programPath } from '../test/e2e/control-plane/programs.js';
import { measure, median, peakMemory, type Subject } from './measure.js';

// Ratios to `node -e ''`, measured in one run: `npm run bench [-- <rounds>]`. Times of two machines, or of two moments of one,
// do not compare; these do.

const rounds = Number(process.argv[2] ?? 11);
const checkout = fileURLToPath(new URL('..', import.meta.url));
const cli = join(checkout, 'bin/operator-gen.js');
const folder = mkdtempSync(join(tmpdir(), 'operator-gen-bench-'));
const place = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const golden = (name: string, as: string): string => {
  const path = place(as);
  cpSync(join(checkout, 'test/golden', name), path, { recursive: true });
  return path;
};
const empty = (path: string) => (): void => {
  rmSync(path, { recursive: true });
  mkdirSync(path);
};

const node = (name: string, cwd: string, args: readonly string[], more: Partial<Subject> = {}): Subject => ({
  name,
  file: process.execPath,
  cwd,
  args,
  ...more,
});
const ours = (name: string, cwd: string, args: readonly string[], more: Partial<Subject> = {}): Subject =>
  node(name, cwd, [cli, ...args], more);

const init = place('init');
const api = place('api');
const stale = golden('one-api', 'stale');
const same = golden('one-api', 'same');
const types = join(stale, 'src/api/v1/webserver.types.ts');
const original = readFileSync(types, 'utf8');
let turn = 0;

const createApi = ['create', 'api', '--version', 'v1', '--kind', 'WebServer'];
const subjects: Subject[] = [
  node("node -e ''", folder, ['-e', '']),
  ours('help', folder, ['--help'], { target: 1.5 }),
  ours('version', folder, ['version']),
  ours('init', init, ['init', '--skip-install'], { prepare: empty(init) }),
  ours('create api', api, createApi, {
    prepare: () => {
      empty(api)();
      cpSync(join(checkout, 'test/golden/init'), api, { recursive: true });
    },
  }),
  ours('manifests, one kind', stale, ['manifests'], {
    target: 8,
    prepare: () => {
      turn += 1;
      writeFileSync(types, original.replace('An example field.', `An example field, for the ${turn}th time.`));
    },
  }),
  ours('manifests, nothing changed', same, ['manifests']),
  ours('check', same, ['check']),
];

const controllerGen = programPath('controller-gen');
if (existsSync(controllerGen)) {
  const out = place('controller-gen');
  subjects.push({
    name: 'controller-gen, one kind',
    file: controllerGen,
    cwd: join(checkout, 'bench/controller-gen'),
    args: [
      'rbac:roleName=manager-role',
      'crd',
      'webhook',
      'paths=./...',
      `output:crd:artifacts:config=${out}`,
      `output:rbac:artifacts:config=${out}`,
      'output:webhook:none',
    ],
  });
}

const times = measure(subjects, rounds);
const medians = new Map([...times].map(([name, values]) => [name, median(values)]));
const base = medians.get("node -e ''")!;
const ratio = (name: string): number => medians.get(name)! / base;
const print = (name: string, text: string): void => void process.stdout.write(`${name.padEnd(44)}${text}\n`);

print('command', `median ms   x node -e ''   (${rounds} rounds)`);
for (const { name, target } of subjects) {
  const goal = target === undefined ? '' : `   target ${target}`;
  print(name, `${medians.get(name)!.toFixed(0).padStart(9)}   ${ratio(name).toFixed(2).padStart(12)}${goal}`);
}
const three = ratio('init') + ratio('create api') + ratio('manifests, one kind');
print('init + create api + manifests', `${three.toFixed(2).padStart(24)}   target 20`);
if (medians.has('controller-gen, one kind')) {
  const against = medians.get('manifests, one kind')! / medians.get('controller-gen, one kind')!;
  print('manifests / controller-gen', against.toFixed(2).padStart(24));
}
print(
  'peak memory of manifests, MB',
  `${peakMemory({ args: [cli, 'manifests'], cwd: same })
    .toFixed(0)
    .padStart(24)}   target 160`,
);
rmSync(folder, { recursive: true, force: true });
