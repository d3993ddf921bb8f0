import type { standardFlags } from '@operator-gen/runtime';
import type { GoFile, GoManagerOption } from '../../go/answer.js';
import { listAt, mappingAt, textAt, valueAt } from '../../model/json-at.js';
import { kindOf } from '../../model/kubernetes-object.js';
import type { JsonObject } from '../../model/schema.js';
import type { Position } from '../../model/position.js';
import { objectsOf } from '../../merge/yaml-objects.js';
import { isSwitch, type ManagerArgument } from './manager-arguments.js';
import type { OperatorContainer } from './operator-containers.js';

/** A setting of a manager that every operator has a flag for, and that can have a different default in Go. */
interface Setting {
  readonly flag: keyof typeof standardFlags;
  /** The options of controller-runtime, of this release and of earlier ones. */
  readonly options: readonly string[];
  /** Its place in a configuration file of controller-runtime. */
  readonly config: readonly string[];
  /** The behavior of controller-runtime without the option. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager#Options */
  readonly inGo: string;
  /** The behavior of the runtime without the flag. */
  readonly here: string;
  /** Describes a behavior of the Go operator that the new one does not have. */
  readonly reason: (value: string) => string;
}

const metricsAddress: Setting = {
  flag: 'metrics-bind-address',
  options: ['Metrics.BindAddress', 'MetricsBindAddress'],
  config: ['metrics', 'bindAddress'],
  inGo: ':8080',
  here: '0',
  reason: (value) => (value === '0' ? 'serves no metrics' : `serves metrics at ${value}`),
};

const settings: readonly Setting[] = [
  metricsAddress,
  {
    flag: 'metrics-secure',
    options: ['Metrics.SecureServing'],
    config: ['metrics', 'secureServing'],
    inGo: 'false',
    here: 'true',
    reason: (value) => `serves metrics over ${value === 'true' ? 'HTTPS' : 'HTTP, without authorization'}`,
  },
  {
    flag: 'health-probe-bind-address',
    options: ['HealthProbeBindAddress'],
    config: ['health', 'healthProbeBindAddress'],
    inGo: '0',
    here: ':8081',
    reason: (value) => `answers probes at ${value}`,
  },
  {
    flag: 'leader-elect',
    options: ['LeaderElection'],
    config: ['leaderElection', 'leaderElect'],
    inGo: 'false',
    here: 'false',
    reason: (value) => (value === 'true' ? 'elects a leader' : 'elects no leader'),
  },
  {
    flag: 'webhook-port',
    options: ['WebhookServer.Port', 'Port'],
    config: ['webhook', 'port'],
    inGo: '9443',
    here: '9443',
    reason: (value) => `serves webhooks at port ${value}`,
  },
];

/** An argument that preserves the behavior of the Go operator. */
export interface NeededArgument {
  readonly argument: string;
  /** The behavior of the Go operator. */
  readonly reason: string;
  /** A flag of the Go operator that the argument replaces. */
  readonly replaces: string | undefined;
  /** Whether it has no value in the next word. */
  readonly isSwitch: boolean;
  readonly position: Position | undefined;
}

interface Input {
  readonly files: readonly GoFile[];
  /** The arguments in what is deployed. */
  readonly given: readonly ManagerArgument[];
  readonly containers: readonly OperatorContainer[];
  /** The configuration files that the Go operator reads. */
  readonly configurations: readonly JsonObject[];
}

/** Returns the arguments that the new operator needs in addition to those of the Go operator. */
export function neededArguments(input: Input): readonly NeededArgument[] {
  if (input.files.every(({ managers }) => managers.length === 0)) return [];
  return settings.flatMap((setting) => {
    // A flag of the same name means the same to both operators.
    if (givenFor(setting.flag, input.given) !== undefined) return [];
    const found = foundFor(setting, input);
    if (found === undefined || isOfNoUse(setting, found.value, input)) return [];
    const { value, position, replaces } = found;
    if (value === setting.here && replaces === undefined) return [];
    const argument = value === 'true' ? `--${setting.flag}` : `--${setting.flag}=${value}`;
    return [
      {
        argument,
        reason: `the Go operator ${setting.reason(value)}`,
        replaces,
        isSwitch: isSwitch(setting.flag),
        position,
      },
    ];
  });
}

/** Reports whether a setting has no effect: no metrics are served, or there are no probes, which the runtime answers anyway. */
function isOfNoUse({ flag }: Setting, value: string, input: Input): boolean {
  const address = givenFor(metricsAddress.flag, input.given) ?? foundFor(metricsAddress, input)?.value ?? '0';
  if (flag === 'metrics-secure') return address === '0';
  return flag === 'health-probe-bind-address' && value === '0';
}

/** Returns the first option of each setting whose value is known only at run time, or differs between managers. */
export function unknownSettings(input: Input): readonly (GoManagerOption & { readonly instead: string })[] {
  return settings.flatMap((setting) => {
    const [option] = optionsOf(input.files, setting.options);
    const isKnown = givenFor(setting.flag, input.given) !== undefined || foundFor(setting, input) !== undefined;
    const instead = `its value is known only at run time: set --${setting.flag} in the arguments`;
    return option === undefined || isKnown ? [] : [{ ...option, instead }];
  });
}

/** Returns the flags of the Go operator that do nothing but set an option for which every operator has a flag. */
export function replacedFlags(files: readonly GoFile[]): ReadonlySet<string> {
  const options = settings.flatMap((each) => optionsOf(files, each.options));
  return new Set(options.flatMap(({ flag }) => flag ?? []));
}

/** Reports whether an option is one of those for which every operator has a flag. */
export function isSetting(option: string): boolean {
  return settings.some(({ options }) => options.includes(option));
}

interface Found {
  readonly value: string;
  readonly position: Position | undefined;
  readonly replaces: string | undefined;
}

/** Returns what the Go operator does; undefined if it is known only at run time. */
function foundFor(setting: Setting, { files, given, containers, configurations }: Input): Found | undefined {
  const options = optionsOf(files, setting.options);
  const values = new Set(options.map((each) => valueOf(each, given)));
  const [value] = values;
  const [option] = options;
  const position = option?.position;
  const named = given.find(({ name }) => name === option?.flag && name !== setting.flag);
  if (values.size === 1 && value !== undefined)
    return { value: plain(value) || setting.inGo, position, replaces: named?.name };
  const configured = configuredIn(setting, { containers, configurations });
  if (configured !== undefined) return { value: plain(configured), position, replaces: undefined };
  const isElsewhere = option !== undefined || files.some(({ unreadOptions }) => unreadOptions.length > 0);
  return isElsewhere ? undefined : { value: setting.inGo, position, replaces: undefined };
}

function optionsOf(files: readonly GoFile[], names: readonly string[]): readonly GoManagerOption[] {
  return files.flatMap(({ options }) => options.filter(({ name }) => names.includes(name)));
}

/** Returns the value of an option: that of an argument is in front of the default of the flag. */
function valueOf({ flag, constant }: GoManagerOption, given: readonly ManagerArgument[]): string | undefined {
  return (flag === undefined ? undefined : givenFor(flag, given)) ?? constant;
}

/** Returns the value of an argument; a switch without one is true. */
function givenFor(flag: string, given: readonly ManagerArgument[]): string | undefined {
  const found = given.findLast(({ name }) => name === flag);
  return found && plain(found.value || 'true');
}

/** Returns a value in one of the forms that mean the same: https://pkg.go.dev/strconv#ParseBool, and addresses of every host. */
function plain(value: string): string {
  if (/^(?:t|T|TRUE|True)$/.test(value)) return 'true';
  if (/^(?:f|F|FALSE|False)$/.test(value)) return 'false';
  return value.replace(/^0\.0\.0\.0(?=:)/, '');
}

/** Returns what an environment variable or a configuration file says. */
function configuredIn(
  { flag, config: path }: Setting,
  { containers, configurations }: Pick<Input, 'containers' | 'configurations'>,
): string | undefined {
  if (flag === 'leader-elect' && containers.some(({ container }) => electsByVariable(container))) return 'true';
  const values = configurations.map((each) => valueAt(each, ...path));
  const known = new Set(values.filter((each) => each !== undefined).map(String));
  return known.size === 1 ? [...known][0] : undefined;
}

/** Returns the configuration files in `config/` that an operator reads; none without the argument `--config`. */
export function configurationsFor(
  given: readonly ManagerArgument[],
  config: ReadonlyMap<string, string>,
): readonly JsonObject[] {
  if (!given.some(({ name }) => name === 'config')) return [];
  return [...config].flatMap(([file, text]) => (/\.ya?ml$/.test(file) ? configurationsIn(objectsOf(text)) : []));
}

/** Returns the configurations among objects, and in the ConfigMaps among them. */
function configurationsIn(objects: readonly JsonObject[]): readonly JsonObject[] {
  const data = objects.filter((each) => kindOf(each) === 'ConfigMap').map((each) => mappingAt(each, 'data'));
  const texts = data.flatMap((each) => Object.values(each)).filter((each) => typeof each === 'string');
  return [...objects, ...texts.flatMap(objectsOf)].filter(isConfiguration);
}

function electsByVariable(container: JsonObject): boolean {
  return listAt(container, 'env').some(
    (each) => /leader_?elect/i.test(textAt(each, 'name')) && textAt(each, 'value') === 'true',
  );
}

/** Reports whether an object is a configuration file, such as ControllerManagerConfig: they have no name. */
function isConfiguration(object: JsonObject): boolean {
  return textAt(object, 'metadata', 'name') === '' && /Config$|Configuration$/.test(kindOf(object));
}
