import { expect, it } from 'vitest';
import { readGoCode } from '../support/ask-helper.js';
import { usualProject } from '../support/deployed-project.js';
import { testFolder } from '../support/projects.js';
import type { Tree } from '../support/tree.js';

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

const left = 'config/ deploys the program in cmd/lantern: deploy this one with an operator of its own';
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
