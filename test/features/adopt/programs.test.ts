import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readGoCode } from '../../support/ask-helper.js';
import { usualProject } from '../../support/deployed-project.js';
import { testFolder } from '../../support/projects.js';
import type { Tree } from '../../support/tree.js';

await readGoCode();

const manager = 'config/manager/manager.yaml';
const { 'cmd/main.go': _, ...others } = usualProject;

/** A program with a manager. */
const program = (name: string, options: string): string => `package main

import (
	"flag"

	ctrl "sigs.k8s.io/controller-runtime"
)

func main() {
	var chosen string
	flag.StringVar(&chosen, "${name}-flag", "a", "A setting.")
	_, _ = ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{LeaderElectionID: "${name}.shop.example", ${options}})
}
`;

const candle = program('candle', 'HealthProbeBindAddress: ":7001"');
const lantern = program('lantern', 'LeaderElection: true, MetricsBindAddress: "0"');
const both = { 'cmd/candle/main.go': candle, 'cmd/lantern/main.go': lantern };
const command = (text: string): Tree => ({ [manager]: others[manager]!.replace('/manager', text) });
const docker = (...lines: readonly string[]): Tree => ({ Dockerfile: `FROM golang\n${lines.join('\n')}\n` });

const left = 'config/ deploys the program in cmd/lantern: deploy this one as a separate operator';
const unknown = 'it is not known which program config/ deploys';

it.each<readonly [what: string, files: Tree, lease: string, notes: Readonly<Record<string, string>>]>([
  ['its folder', { ...both, ...command('/usr/bin/lantern') }, 'lantern', { 'cmd/candle/main.go': left }],
  [
    'the build of the image',
    { ...both, ...docker('RUN CGO_ENABLED=0 go build -a \\', '  -o manager ./cmd/lantern && ls') },
    'lantern',
    { 'cmd/candle/main.go': left },
  ],
  [
    'the build of the Makefile, with a file',
    { ...both, Makefile: 'build: fmt\n\tgo build -o bin/manager cmd/lantern/main.go\n' },
    'lantern',
    { 'cmd/candle/main.go': left },
  ],
  [
    'the build of several programs',
    {
      ...both,
      ...command('/lamp'),
      ...docker('RUN go build -o /out/ ./cmd/lantern ./cmd/candle', 'RUN go build -o lamp ./cmd/lantern'),
    },
    'lantern',
    { 'cmd/candle/main.go': left },
  ],
  [
    'the script of a shell',
    { ...both, ...command('sh\n        - -c\n        - exec /lantern --v=2') },
    'lantern',
    { 'cmd/candle/main.go': left },
  ],
  [
    'the start of the image',
    {
      ...both,
      [manager]: others[manager]!.replace('      - command:\n        - /manager\n        args:', '      - args:'),
      ...docker('RUN go build ./cmd/lantern', 'RUN go build ./cmd/candle', 'ENTRYPOINT ["/lantern"]'),
    },
    'lantern',
    { 'cmd/candle/main.go': left },
  ],
  [
    'a build, although another program is nearer to the root',
    { 'main.go': candle, 'cmd/lantern/main.go': lantern, ...docker('RUN go build -o manager ./cmd/lantern') },
    'lantern',
    { 'main.go': left },
  ],
  [
    'nothing',
    both,
    'candle',
    {
      'cmd/candle/main.go': `${unknown}: taken from this one: HealthProbeBindAddress, the name of its Lease`,
      'cmd/lantern/main.go': `${unknown}: taken from this one: LeaderElection, MetricsBindAddress`,
    },
  ],
  [
    'nothing, and one is nearer to the root',
    {
      'cmd/main.go': candle,
      'cmd/lantern/main.go': lantern,
      Makefile: 'build:\n\tgo build -o bin/$(NAME) ./cmd/...\n',
    },
    'candle',
    {
      'cmd/main.go': `${unknown}: taken from this one: HealthProbeBindAddress, the name of its Lease`,
      'cmd/lantern/main.go': `${unknown}: see cmd/main.go, from which the options were taken`,
    },
  ],
  ['that it is the only one', { 'cmd/lantern/main.go': lantern, 'cmd/tool/main.go': 'package main\n' }, 'lantern', {}],
])('the program that is deployed is known by %s', async (_what, files, lease, notes) => {
  const project = testFolder({ ...others, ...files });
  const { diagnostics } = await project.adopt();
  const found = diagnostics.filter(({ message }) => message.startsWith('not carried over: the program '));
  expect(Object.fromEntries(found.map(({ position, help }) => [position?.file, help]))).toEqual(notes);
  expect(project.read('src/main.ts')).toContain(`leaderElectionId: '${lease}.shop.example'`);
  const isLeftOut = Object.values(notes).includes(left);
  expect(project.read(manager).includes(':7001')).toBe(lease === 'candle');
  expect(diagnostics.some(({ message }) => message.includes('--candle-flag'))).toBe(lease === 'candle');
  if (isLeftOut) expect(diagnostics.some(({ message }) => message.includes('--lantern-flag'))).toBe(true);
});

it.each<[what: string, image: string, command: string, isOperator: boolean]>([
  ['another image and a flag of operators', 'acme/agent:v1', '/cleaner', false],
  ['another image and the usual command', 'registry.example:5000/acme/agent', '/manager', false],
  ['the image with another tag and the usual command', 'lantern:old', '/manager', true],
])('a second Deployment with %s', async (_what, image, started, isOperator) => {
  const agent = 'config/manager/agent.yaml';
  const text = others[manager]!.replace('  name: controller-manager', '  name: agent')
    .replace(/name: manager$/m, 'name: agent')
    .replace(/image: \S+/, `image: ${image}`)
    .replace('- /manager', `- ${started}`);
  const adopted = testFolder({
    ...usualProject,
    [manager]: others[manager]!.replace(/image: \S+/, 'image: lantern:v1'),
    [agent]: text,
    'config/manager/kustomization.yaml': 'resources: [manager.yaml, agent.yaml]\n',
  });
  await adopted.adopt();
  expect(adopted.read(manager)).not.toContain('command:');
  if (isOperator) expect(adopted.read(agent)).not.toContain('command:');
  else expect(adopted.read(agent)).toBe(text);
});

describe('a controller that the deployed program does not import', () => {
  const controllerOf = (folder: string, kind: string): Tree => ({
    [`${folder}/controller.go`]: `package other

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
)

type ${kind}Reconciler struct{}

func (r *${kind}Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func (r *${kind}Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.${kind}{}).Complete(r)
}
`,
  });
  const importing = (text: string, ...folders: readonly string[]): string =>
    text.replace('import (\n', `import (\n${folders.map((each) => `\t_ "example.com/lantern/${each}"\n`).join('')}`);
  const main = importing(lantern, 'internal/controller');
  const helper = controllerOf('internal/fixtures', 'ConfigMap');
  const note = (kind: string): string =>
    `the controller ${kind}Reconciler of another program or of tests: the deployed program does not import it: if the operator needs it, create it with npx operator-gen create api --no-resource --controller`;

  it.each<readonly [what: string, files: Tree, kinds: readonly string[], notes: readonly string[]]>([
    ['is one of a helper of tests', { 'cmd/main.go': main, ...helper }, ['Lantern'], [note('ConfigMap')]],
    [
      'is one of a program without a manager',
      {
        'cmd/main.go': main,
        'cmd/tool/main.go': importing('package main\n\nimport (\n)\n', 'internal/tool'),
        ...controllerOf('internal/tool', 'Secret'),
      },
      ['Lantern'],
      [note('Secret')],
    ],
    [
      'is one of a program that is not deployed',
      {
        'cmd/lantern/main.go': main,
        'cmd/candle/main.go': importing(candle, 'internal/candle'),
        ...controllerOf('internal/candle', 'Secret'),
        ...command('/usr/bin/lantern'),
      },
      ['Lantern'],
      [note('Secret')],
    ],
    [
      'is none that another package imports',
      {
        'cmd/main.go': importing(lantern, 'internal/app'),
        'internal/app/app.go': importing('package app\n\nimport (\n)\n', 'internal/controller', 'internal/fixtures'),
        ...helper,
      },
      ['Lantern', 'ConfigMap'],
      [],
    ],
    [
      'is none of a program that has its manager created by a package',
      {
        'cmd/main.go': importing(
          'package main\n\nimport (\n)\n',
          'internal/start',
          'internal/controller',
          'internal/fixtures',
        ),
        'internal/start/start.go': lantern.replace('package main', 'package start'),
        ...helper,
      },
      ['Lantern', 'ConfigMap'],
      [],
    ],
    ['is none if it imports no controller', { 'cmd/main.go': lantern, ...helper }, ['Lantern', 'ConfigMap'], []],
  ])('%s', async (_what, files, kinds, notes) => {
    const project = testFolder({ ...others, ...files });
    const { diagnostics } = await project.adopt();
    const { resources } = parse(project.read('PROJECT')) as {
      readonly resources: readonly { readonly kind: string; readonly controller?: boolean }[];
    };
    expect(resources.filter(({ controller }) => controller).map(({ kind }) => kind)).toEqual(kinds);
    const found = diagnostics.filter(({ message }) => message.includes('of another program or of tests'));
    const texts = found.map(({ message, help }) => `${message.replace('not carried over: ', '')}: ${help}`);
    expect(texts).toEqual(notes);
  });
});
