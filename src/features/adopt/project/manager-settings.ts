import type { GoFile, GoManagerOption } from '../../../base/helper/go/answer.js';
import { valueAt } from '../../../base/model/json-at.js';
import type { JsonObject } from '../../../base/model/schema.js';
import type { Position } from '../../../base/model/position.js';
import { mountAt, type CertificateFacts, type Mount } from '../deployment/certificate-mounts.js';
import {
  leaderElection,
  leaseNamespace,
  metricsAddress,
  metricsSecure,
  settings,
  type Setting,
} from './go-settings.js';
import { electsByVariable, hasOwnNamespace } from './go-configuration.js';
import { isSwitch, type ManagerArgument } from '../deployment/manager-arguments.js';
import { ofManager } from './manager-files.js';
import { givenFor, optionsNamed, optionsOf, plain, valueOf } from './manager-options.js';
import type { OperatorContainer } from '../deployment/operator-containers.js';

/** An argument that preserves the behavior of the Go operator. */
export interface NeededArgument {
  readonly argument: string;
  readonly setting: Setting;
  readonly value: string;
  /** The behavior of the Go operator. */
  readonly reason: string;
  /** A flag of the Go operator that the argument replaces. */
  readonly replaces: string | undefined;
  /** Whether its value is never in the next word. */
  readonly isSwitch: boolean;
  readonly position: Position | undefined;
}

/** The known facts about the Go operator. */
export interface SettingsInput extends CertificateFacts {
  readonly files: readonly GoFile[];
  /** The arguments in the deployed objects. */
  readonly given: readonly ManagerArgument[];
  readonly containers: readonly OperatorContainer[];
  /** The configuration files that the Go operator reads. */
  readonly configurations: readonly JsonObject[];
}

/** Returns the arguments that the new operator needs in addition to those of the Go operator. */
export function neededArguments(input: SettingsInput): readonly NeededArgument[] {
  if (input.files.every(({ managers }) => managers.length === 0)) return [];
  return settings.flatMap((setting) => {
    if (isDecided(setting, input)) return [];
    const found = foundFor(setting, input);
    if (found === undefined || isOfNoUse(setting, found.value, input)) return [];
    const { value, position } = found;
    const replaces = givenFor(setting.flag, input.given) === undefined ? found.replaces : setting.flag;
    // No operator accepts an empty value.
    if (value === setting.here && (replaces === undefined || value === '')) return [];
    const argument = isSwitch(setting.flag) && value === 'true' ? `--${setting.flag}` : `--${setting.flag}=${value}`;
    return [
      {
        argument,
        setting,
        value,
        reason: `the Go operator ${setting.reason(value)}`,
        replaces,
        isSwitch: isSwitch(setting.flag),
        position,
      },
    ];
  });
}

/**
 * Reports whether an argument determines a setting: a flag with the same name has the same meaning in both operators,
 * unless the Go operator replaces its value.
 */
function isDecided(setting: Setting, input: SettingsInput): boolean {
  const argument = givenFor(setting.flag, input.given);
  if (argument === undefined) return false;
  const files = ofManager(input.files);
  const options = optionsOf(files, setting.options, input.given).filter(({ flag }) => flag === setting.flag);
  const isReplaced =
    options.some(({ assigned, isNegated = false }) => assigned.length > 0 || isNegated) ||
    (options.length > 0 && fileValue(setting, input) !== undefined);
  return !isReplaced || foundFor(setting, input)?.value === argument;
}

/** Returns the value of a setting, given the deployed arguments; undefined if it is known only at run time. */
function valueFor(setting: Setting, input: SettingsInput): string | undefined {
  return isDecided(setting, input) ? givenFor(setting.flag, input.given) : foundFor(setting, input)?.value;
}

/**
 * Reports whether a setting has no effect: no metrics are served, no leader is elected, there are no probes (the
 * runtime answers them anyway), or a folder may be empty when the operator starts.
 */
function isOfNoUse({ flag, isFolder = false }: Setting, value: string, input: SettingsInput): boolean {
  if (isFolder && mountOf(flag, value, input).is !== 'filled') return true;
  if (flag === leaseNamespace.flag) return !canElect(input);
  if (flag.startsWith('metrics-') && flag !== metricsAddress.flag) return !servesMetrics(flag, input);
  return flag === 'health-probe-bind-address' && value === '0';
}

/** Reports whether metrics are served with the certificate that a flag sets. */
function servesMetrics(flag: string, input: SettingsInput): boolean {
  const isServed = (valueFor(metricsAddress, input) ?? '0') !== '0';
  return isServed && (flag === metricsSecure.flag || valueFor(metricsSecure, input) === 'true');
}

/** Returns what is mounted at the folder of the certificate that a flag sets. */
function mountOf(flag: string, folder: string, input: SettingsInput): Mount {
  const name = settings.find((each) => each.flag === flag.replace(/-path$/, '-name'))!;
  return mountAt(folder, valueFor(name, input) ?? name.inGo, input);
}

/** Reports whether the operator elects a leader, or may do so at run time. */
export function canElect(input: SettingsInput): boolean {
  return valueFor(leaderElection, input) !== 'false';
}

interface WebhookFolder {
  readonly folder: string;
  /** False if the folder is the default one because that of the Go operator is known only at run time. */
  readonly isKnown: boolean;
  readonly mount: Mount;
}

/** Returns the folder with the certificate of the webhooks, and what is mounted there. */
export function webhookFolder(input: SettingsInput): WebhookFolder {
  const setting = settings.find(({ flag }) => flag === 'webhook-cert-path')!;
  const known = valueFor(setting, input);
  const folder = known ?? setting.inGo;
  return { folder, isKnown: known !== undefined, mount: mountOf(setting.flag, folder, input) };
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
  const address = valueFor(metricsAddress, input) ?? '0';
  const value = valueFor(metricsSecure, input);
  if (address === '0' || value === undefined) return undefined;
  return { address, isSecure: value === 'true', position: foundFor(metricsSecure, input)?.position };
}

/** An option of the Go operator that was not translated, with what to do instead. */
export type UnknownSetting = GoManagerOption & { readonly instead: string; readonly flags: readonly string[] };

/** Returns the first option of each setting whose value is known only at run time, or differs between managers. */
export function unknownSettings(input: SettingsInput): readonly UnknownSetting[] {
  const files = ofManager(input.files);
  const open = settings.filter((each) => !isDecided(each, input) && (each !== leaseNamespace || canElect(input)));
  const ownOf = (setting: Setting): GoManagerOption | undefined => optionsOf(files, setting.options, input.given)[0];
  const wholes = new Set(open.flatMap((each) => (ownOf(each) === undefined ? (wholeOf(files, each) ?? []) : [])));
  const ofWholes = [...wholes].map((whole) => {
    const unread = open.filter((each) => wholeOf(files, each) === whole && foundFor(each, input) === undefined);
    const flags = unread.map(({ flag }) => flag);
    const listed = flags.map((flag) => `--${flag}`).join(', ');
    return { ...whole, flags, instead: `its values are known only at run time: set ${listed} as needed` };
  });
  const others = open.flatMap((setting): readonly UnknownSetting[] => {
    const option = ownOf(setting);
    const found = foundFor(setting, input);
    if (option === undefined) return [];
    const flags = [setting.flag];
    if (found === undefined)
      return [
        { ...option, flags, instead: `its value is known only at run time: set --${setting.flag} in the arguments` },
      ];
    const isLost = setting.isFolder === true && found.value !== setting.inGo && isOfNoUse(setting, found.value, input);
    const mount = mountOf(setting.flag, found.value, input);
    const instead = `nothing is mounted at ${found.value}: set --${setting.flag} to the folder with the certificate`;
    return isLost && mount.is === 'missing' ? [{ ...option, flags, instead }] : [];
  });
  return [...ofWholes, ...others];
}

/** Returns the flags of the Go operator that only set an option for which every operator has a flag. */
export function replacedFlags(files: readonly GoFile[]): ReadonlySet<string> {
  const names = settings.flatMap((each) => each.options);
  const options = ofManager(files).flatMap((each) => optionsNamed(each, names));
  return new Set(options.flatMap(({ flag }) => flag ?? []));
}

/** Reports whether every operator has a flag for an option. */
export function isSetting(option: string): boolean {
  return settings.some(({ options }) => options.includes(option));
}

interface Found {
  readonly value: string;
  readonly position: Position | undefined;
  readonly replaces: string | undefined;
}

/** Returns the behavior of the Go operator; undefined if it is known only at run time. */
function foundFor(setting: Setting, input: SettingsInput): Found | undefined {
  const { given } = input;
  const files = ofManager(input.files);
  const options = optionsOf(files, setting.options, given);
  const values = new Set(options.map((each) => valueOf(each, given)));
  const [value] = values;
  const [option] = options;
  const position = option?.position;
  const named = given.find(({ name }) => name === option?.flag && name !== setting.flag);
  if (values.size === 1 && value !== undefined) {
    const known = isUnset(setting, plain(value)) ? (fileValue(setting, input) ?? value) : value;
    return { value: plain(known) || setting.inGo, position, replaces: named?.name };
  }
  const configured = configuredIn(setting, input);
  if (configured !== undefined) return { value: plain(configured), position, replaces: undefined };
  if (setting === leaseNamespace && values.size === 1 && isOwnNamespace(option, input))
    return { value: setting.inGo, position, replaces: undefined };
  const whole = option ?? wholeOf(files, setting);
  const isElsewhere = whole !== undefined || files.some(({ unreadOptions }) => unreadOptions.length > 0);
  return isElsewhere && !isMountedAsUsual(setting, input)
    ? undefined
    : { value: setting.inGo, position: position ?? whole?.position, replaces: undefined };
}

/** Reports whether a certificate is in the default folder. No one mounts it there for an operator that reads another folder. */
function isMountedAsUsual({ flag, inGo, isFolder = false }: Setting, input: SettingsInput): boolean {
  return isFolder && mountOf(flag, inGo, input).is === 'filled';
}

/** Returns the option that contains a setting, such as `Metrics`, if its content is known only at run time. */
function wholeOf(files: readonly GoFile[], { options: [first = ''] }: Setting): GoManagerOption | undefined {
  const [whole = '', part] = first.split('.');
  const options = files.flatMap((each) => each.options);
  if (part === undefined || options.some(({ name }) => name.startsWith(`${whole}.`))) return undefined;
  return options.find(({ name }) => name === whole);
}

/**
 * Returns the value in a configuration file for an option without a value: up to 0.17, `AndFrom` of controller-runtime
 * uses the value in the file if the option has its zero value, which a flag can also set.
 */
function fileValue(setting: Setting, input: SettingsInput): string | undefined {
  const isTaken = ofManager(input.files).some(({ fileOptions }) => fileOptions.length > 0);
  return isTaken ? configuredInFile(setting, input) : undefined;
}

/** Reports whether a value is the zero value of its type in Go. */
function isUnset({ flag }: Setting, value: string): boolean {
  return value === '' || value === 'false' || (flag === 'webhook-port' && value === '0');
}

/** Returns the value in an environment variable or a configuration file. */
function configuredIn(setting: Setting, input: SettingsInput): string | undefined {
  const isElecting = input.containers.some(({ container }) => electsByVariable(container));
  return setting === leaderElection && isElecting ? 'true' : configuredInFile(setting, input);
}

function configuredInFile({ config: path }: Setting, { configurations }: SettingsInput): string | undefined {
  const values = path === undefined ? [] : configurations.map((each) => valueAt(each, ...path));
  const known = new Set(values.filter((each) => each !== undefined).map(String));
  return known.size === 1 ? [...known][0] : undefined;
}

/** Reports whether a value is a variable that the kubelet sets to the namespace of the Pod. */
function isOwnNamespace(option: GoManagerOption | undefined, { containers }: SettingsInput): boolean {
  const [, name] = /^os\.Getenv\("(\w+)"\)$/.exec(option?.code ?? '') ?? [];
  if (name === undefined || containers.length === 0 || option!.assigned.length > 0) return false;
  return containers.every(({ container }) => hasOwnNamespace(container, name));
}
