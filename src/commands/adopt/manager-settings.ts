import type { GoFile, GoManagerOption } from '../../go/answer.js';
import { listAt, mappingAt, textAt, valueAt } from '../../model/json-at.js';
import { kindOf } from '../../model/kubernetes-object.js';
import type { JsonObject } from '../../model/schema.js';
import type { Position } from '../../model/position.js';
import { objectsOf } from '../../merge/yaml-objects.js';
import { metricsAddress, metricsSecure, settings, type Setting } from './go-settings.js';
import { isSwitch, type ManagerArgument } from './manager-arguments.js';
import { ofManager } from './manager-files.js';
import type { OperatorContainer } from './operator-containers.js';

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

/** The known facts about the Go operator. */
export interface SettingsInput {
  readonly files: readonly GoFile[];
  /** The arguments in what is deployed. */
  readonly given: readonly ManagerArgument[];
  readonly containers: readonly OperatorContainer[];
  /** The configuration files that the Go operator reads. */
  readonly configurations: readonly JsonObject[];
}

/** Returns the arguments that the new operator needs in addition to those of the Go operator. */
export function neededArguments(input: SettingsInput): readonly NeededArgument[] {
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

/**
 * Reports whether a setting has no effect: no metrics are served, there are no probes, which the runtime answers anyway, or
 * nothing is mounted at a folder.
 */
function isOfNoUse({ flag, isFolder = false }: Setting, value: string, input: SettingsInput): boolean {
  if (isFolder && !input.containers.some(({ container }) => isMounted(container, value))) return true;
  if (flag.startsWith('metrics-') && flag !== metricsAddress.flag) return !servesMetrics(flag, input);
  return flag === 'health-probe-bind-address' && value === '0';
}

/** Reports whether metrics are served, with the certificate that a flag is about. */
function servesMetrics(flag: string, input: SettingsInput): boolean {
  const valueFor = (setting: Setting): string | undefined =>
    givenFor(setting.flag, input.given) ?? foundFor(setting, input)?.value;
  const isServed = (valueFor(metricsAddress) ?? '0') !== '0';
  return isServed && (flag === metricsSecure.flag || valueFor(metricsSecure) === 'true');
}

/** The way in which an operator serves its metrics. */
export interface MetricsServing {
  readonly address: string;
  readonly isSecure: boolean;
  readonly position: Position | undefined;
}

/** Returns how the Go operator serves metrics; undefined if it serves none, or it is known only at run time. */
export function metricsServing(input: SettingsInput): MetricsServing | undefined {
  if (input.files.every(({ managers }) => managers.length === 0)) return undefined;
  const valueFor = ({ flag }: Setting, found: Found | undefined): string | undefined =>
    givenFor(flag, input.given) ?? found?.value;
  const found = foundFor(metricsSecure, input);
  const address = valueFor(metricsAddress, foundFor(metricsAddress, input)) ?? '0';
  const value = valueFor(metricsSecure, found);
  if (address === '0' || value === undefined) return undefined;
  return { address, isSecure: value === 'true', position: found?.position };
}

function isMounted(container: JsonObject, folder: string): boolean {
  return listAt(container, 'volumeMounts').some((each) => {
    const path = textAt(each, 'mountPath').replace(/\/$/, '');
    return path !== '' && (folder === path || folder.startsWith(`${path}/`));
  });
}

/** An option of the Go operator that was not translated, with what to do instead. */
type UnknownSetting = GoManagerOption & { readonly instead: string };

/** Returns the first option of each setting whose value is known only at run time, or differs between managers. */
export function unknownSettings(input: SettingsInput): readonly UnknownSetting[] {
  const files = ofManager(input.files);
  const open = settings.filter(({ flag }) => givenFor(flag, input.given) === undefined);
  const ownOf = (setting: Setting): GoManagerOption | undefined => optionsOf(files, setting.options)[0];
  const wholes = new Set(open.flatMap((each) => (ownOf(each) === undefined ? (wholeOf(files, each) ?? []) : [])));
  const ofWholes = [...wholes].map((whole) => {
    const flags = open.filter((each) => wholeOf(files, each) === whole).map(({ flag }) => `--${flag}`);
    return { ...whole, instead: `its values are known only at run time: set ${flags.join(', ')} as they are needed` };
  });
  const others = open.flatMap((setting): readonly UnknownSetting[] => {
    const option = ownOf(setting);
    const found = foundFor(setting, input);
    if (option === undefined) return [];
    if (found === undefined)
      return [{ ...option, instead: `its value is known only at run time: set --${setting.flag} in the arguments` }];
    const isLost = setting.isFolder === true && found.value !== setting.inGo && isOfNoUse(setting, found.value, input);
    const instead = `nothing is mounted at ${found.value}: set --${setting.flag} to the folder with the certificate`;
    return isLost ? [{ ...option, instead }] : [];
  });
  return [...ofWholes, ...others];
}

/** Returns the flags of the Go operator that do nothing but set an option for which every operator has a flag. */
export function replacedFlags(files: readonly GoFile[]): ReadonlySet<string> {
  const options = settings.flatMap((each) => optionsOf(ofManager(files), each.options));
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
function foundFor(
  setting: Setting,
  { files: all, given, containers, configurations }: SettingsInput,
): Found | undefined {
  const files = ofManager(all);
  const options = optionsOf(files, setting.options);
  const values = new Set(options.map((each) => valueOf(each, setting, given)));
  const [value] = values;
  const [option] = options;
  const position = option?.position;
  const named = given.find(({ name }) => name === option?.flag && name !== setting.flag);
  if (values.size === 1 && value !== undefined)
    return { value: plain(value) || setting.inGo, position, replaces: named?.name };
  const configured = configuredIn(setting, { containers, configurations });
  if (configured !== undefined) return { value: plain(configured), position, replaces: undefined };
  const whole = option ?? wholeOf(files, setting);
  const isElsewhere = whole !== undefined || files.some(({ unreadOptions }) => unreadOptions.length > 0);
  return isElsewhere ? undefined : { value: setting.inGo, position, replaces: undefined };
}

/** Returns the option that has a setting among others, such as `Metrics`, if its content is known only at run time. */
function wholeOf(files: readonly GoFile[], { options: [first = ''] }: Setting): GoManagerOption | undefined {
  const [whole = '', part] = first.split('.');
  const options = files.flatMap((each) => each.options);
  if (part === undefined || options.some(({ name }) => name.startsWith(`${whole}.`))) return undefined;
  return options.find(({ name }) => name === whole);
}

function optionsOf(files: readonly GoFile[], names: readonly string[]): readonly GoManagerOption[] {
  return files.flatMap(({ options }) => options.filter(({ name }) => names.includes(name)));
}

/** Returns the value of an option: that of an argument is in front of the default of the flag. Empty means the usual one. */
function valueOf(
  { flag, constant }: GoManagerOption,
  setting: Setting,
  given: readonly ManagerArgument[],
): string | undefined {
  const value = (flag === undefined ? undefined : givenFor(flag, given)) ?? constant;
  // Set only with the flag, which is not given.
  return value ?? (flag === setting.flag ? '' : undefined);
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
  { containers, configurations }: Pick<SettingsInput, 'containers' | 'configurations'>,
): string | undefined {
  if (flag === 'leader-elect' && containers.some(({ container }) => electsByVariable(container))) return 'true';
  const values = path === undefined ? [] : configurations.map((each) => valueAt(each, ...path));
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

/** Returns the names of the Leases in configuration files. */
export function leasesIn(configurations: readonly JsonObject[]): readonly string[] {
  return configurations.map((each) => textAt(each, 'leaderElection', 'resourceName')).filter((name) => name !== '');
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
