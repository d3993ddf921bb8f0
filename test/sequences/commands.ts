import type { Project, ProjectResource } from '../../src/project/project.js';

/** A command of the table, as it is typed after `operator-gen`. */
export interface Command {
  readonly line: string;
  /** Takes it back, where what it makes was not there. */
  readonly undo?: Undo;
}

interface Undo {
  readonly line: string;
  /** Whether nothing of what the command makes is in the project yet. */
  readonly isNew: (before: Project) => boolean;
}

/** A kind in a version, as flags name it. */
interface Named {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

const flagsOf = ({ group, version, kind }: Named): string => `--group ${group} --version ${version} --kind ${kind}`;

const listed = ({ resources }: Project, { group, version, kind }: Named): ProjectResource | undefined =>
  resources.find((each) => (each.group ?? '') === group && each.version === version && each.kind === kind);

function createApi(named: Named, flags = ''): Command {
  return {
    line: words('create api', flagsOf(named), flags),
    undo: {
      line: `delete api ${flagsOf(named)}`,
      isNew: (before) => listed(before, named) === undefined && !bringsController(before, named, flags),
    },
  };
}

/** Whether a version gets a controller that the others do not have: that stays with them when the version goes. */
function bringsController({ resources }: Project, { group, kind }: Named, flags: string): boolean {
  const others = resources.filter((each) => each.group === group && each.kind === kind);
  if (others.length === 0 || flags.includes('--no-controller')) return false;
  return flags.includes('--controller-name') || others.every(({ controllers }) => controllers.length === 0);
}

function deleteApi(named: Named, flags = ''): Command {
  return { line: words('delete api', flagsOf(named), flags) };
}

function createWebhook(named: Named, flags: string): Command {
  return {
    line: words('create webhook', flagsOf(named), flags),
    undo: {
      line: `delete webhook ${flagsOf(named)}`,
      // Who makes the certificate is said once for all webhooks of the project.
      isNew: (before) =>
        listed(before, named)?.webhooks === undefined &&
        !(flags.includes('--certificates') && before.resources.some(({ webhooks }) => webhooks !== undefined)),
    },
  };
}

function deleteWebhook(named: Named, flags = ''): Command {
  return { line: words('delete webhook', flagsOf(named), flags) };
}

function renameApi(from: Names, to: Names): Command {
  const flags = (name: Names, prefix = ''): string =>
    Object.entries(name)
      .map(([flag, value]) => `--${prefix}${flag} ${value}`)
      .join(' ');
  const isThere = ({ resources }: Project, { group, kind }: Names): boolean =>
    resources.some((each) => each.group === group && (kind === undefined || each.kind === kind));
  const target = { ...from, ...to };
  const back = Object.fromEntries(Object.keys(to).map((key) => [key, from[key as keyof Names]]));
  return {
    line: words('rename api', flags(from), flags(to, 'to-')),
    undo: {
      line: words('rename api', flags(target), flags(back, 'to-')),
      // A new name has the plural of the rules, and so has the old one then.
      isNew: (before) =>
        isThere(before, from) &&
        !isThere(before, target) &&
        before.resources.every(({ plural }) => plural === undefined),
    },
  };
}

/** A kind in all its versions, or a group. */
interface Names {
  readonly group?: string;
  readonly kind?: string;
}

function edit(setting: 'multigroup' | 'namespaced', on: boolean): Command {
  const line = (wanted: boolean): string => `edit --${wanted ? '' : 'no-'}${setting}`;
  return { line: line(on), undo: { line: line(!on), isNew: (before) => before[setting] !== on } };
}

function feature(...names: readonly string[]): Command {
  const line = (flag: string): string => `edit --${flag} ${names.join(',')}`;
  const isNew = ({ parts }: Project): boolean => names.every((each) => !parts.includes(each));
  return { line: line('enable'), undo: { line: line('disable'), isNew } };
}

/** Sets what a project is called, or belongs to; the way back sets what it was at the beginning. */
function settings(flags: string, back: string, isNew: Undo['isNew']): Command {
  return { line: words('edit', flags), undo: { line: words('edit', back), isNew } };
}

function words(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

const boat = { group: 'ship', version: 'v1', kind: 'Boat' };
const boatV2 = { ...boat, version: 'v2' };
const crane = { group: 'ship', version: 'v1', kind: 'Crane' };
const dockBoat = { ...boat, group: 'dock' };
const dockCrane = { ...crane, group: 'dock' };
/** As long as a name gets that somebody has to type. */
const longNamed = { ...boat, kind: 'HarbourMastersAssistantSchedule' };
const deployment = { group: 'apps', version: 'v1', kind: 'Deployment' };
const pod = { group: 'core', version: 'v1', kind: 'Pod' };

const image = '--image ghcr.io/example/crane:1.0 --image-container-command crane,--level=2 --image-container-port 8080';

/** What every sequence up to a length is made of: two kinds, two groups, and what can be done with them. */
export const commands: readonly Command[] = [
  createApi(boat),
  createApi(boat, '--no-controller'),
  createApi(boatV2),
  createApi(crane, '--no-namespaced'),
  createApi(crane, image),
  createApi(dockCrane),
  createApi(pod, '--controller --no-resource'),
  createApi(boat, '--controller-name boat-backup'),
  deleteApi(boat),
  deleteApi(boatV2),
  deleteApi(crane),
  createWebhook(boat, '--defaulting'),
  createWebhook(boat, '--programmatic-validation'),
  createWebhook(boat, '--conversion --spoke v2'),
  createWebhook(crane, '--defaulting --programmatic-validation'),
  createWebhook(crane, '--defaulting --certificates self-signed'),
  createWebhook(pod, '--programmatic-validation'),
  deleteWebhook(boat),
  deleteWebhook(boat, '--conversion'),
  deleteWebhook(pod),
  edit('multigroup', true),
  edit('multigroup', false),
  edit('namespaced', true),
  edit('namespaced', false),
  renameApi({ group: 'ship', kind: 'Boat' }, { kind: 'Skiff' }),
];

/** What random sequences have beside these. */
export const moreCommands: readonly Command[] = [
  settings('--helm', '--no-helm', ({ helm }) => helm === undefined),
  settings('--helm --separate-crds', '--no-helm', ({ helm }) => helm === undefined),
  settings(
    '--separate-crds',
    '--no-separate-crds',
    ({ helm }) => helm !== undefined && helm.separateCRDs === undefined,
  ),
  settings('--olm', '--no-olm', ({ olm }) => olm === undefined),
  settings('--domain example.org', '--domain example.com', ({ domain }) => domain === 'example.com'),
  settings(
    '--project-name other',
    '--project-name test-operator',
    ({ projectName }) => projectName === 'test-operator',
  ),
  settings('--license apache2 --owner Somebody', '--license none', ({ license }) => license === undefined),
  feature('prometheus'),
  feature('network-policy'),
  feature('metrics-certs'),
  feature('pod-disruption-budget'),
  feature('grafana'),
  feature('metrics-certs', 'prometheus'),
  { line: 'edit --disable metrics-certs,network-policy,pod-disruption-budget,prometheus' },
  createApi(boat, '--ssa'),
  createApi(boat, '--force'),
  createApi(boat, '--no-resource'),
  createApi(boatV2, '--no-controller'),
  createApi(crane, '--plural kranes'),
  createApi(dockBoat),
  createApi(dockCrane, `${image} --run-as-user 1001`),
  createApi(longNamed),
  deleteApi(dockBoat),
  deleteApi(dockCrane),
  deleteApi(longNamed),
  deleteApi(boat, '--force'),
  deleteApi(pod),
  createWebhook(boatV2, '--defaulting --programmatic-validation'),
  createWebhook(boatV2, '--conversion --spoke v1'),
  createWebhook(dockCrane, '--defaulting --defaulting-path /own/path'),
  createWebhook(deployment, '--defaulting'),
  createWebhook(longNamed, '--defaulting --programmatic-validation'),
  deleteWebhook(boat, '--defaulting'),
  deleteWebhook(boat, '--force'),
  deleteWebhook(boatV2),
  deleteWebhook(crane, '--programmatic-validation'),
  deleteWebhook(deployment),
  renameApi({ group: 'ship' }, { group: 'fleet' }),
  renameApi({ group: 'fleet' }, { group: 'ship' }),
  renameApi({ group: 'ship', kind: 'Skiff' }, { kind: 'Boat' }),
  renameApi({ group: 'ship', kind: 'Crane' }, { kind: 'Derrick' }),
];
