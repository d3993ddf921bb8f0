import type { Complete, Place } from '../../framework/command.js';
import { optionsOf, type Given } from '../../framework/flags.js';
import type { Interview } from '../../framework/interview.js';
import { suggest } from '../../../base/diagnostics/suggest.js';
import { defined } from '../../../base/model/defined.js';
import { findProject } from '../../../project/find-project.js';
import type { ListedNames } from '../../../project/listed-names.js';
import { askGroup, askVersion } from '../kind-questions.js';
import { refuseName } from '../refuse-name.js';
import { createWebhookFlags, type CertificateOptions, type CreateWebhookOptions } from './flags.js';

type CreateWebhookGiven = Given<typeof createWebhookFlags>;

/** Asks for values that the flags omit, if a user is present. Changing the certificate of all webhooks requires no kind. */
export const completeCreateWebhook: Complete<
  typeof createWebhookFlags,
  CreateWebhookOptions | CertificateOptions
> = async (typed, interview, place) => {
  const { certificates, force = false, ...others } = typed;
  const isAlone = Object.values(others).every((each) => each === undefined || each === false || String(each) === '');
  if (certificates !== undefined && isAlone) return { given: typed, options: { certificates, force } };
  const given = interview.interactive ? await askMissing(typed, interview, place) : typed;
  return { given, options: optionsOf('create webhook', createWebhookFlags, given) };
};

const admission = {
  defaulting: 'Defaulting: sets fields that are not given',
  validation: 'Validation: rejects objects, in addition to the schema',
};

const types = { ...admission, conversion: 'Conversion: translates objects between versions' };

const issuers = {
  'cert-manager': 'cert-manager, which must be installed in the cluster',
  'self-signed': 'The operator itself',
};

async function askMissing(
  typed: CreateWebhookGiven,
  { text, choose, pick, series }: Interview,
  { host, cwd }: Place,
): Promise<CreateWebhookGiven> {
  const { project } = findProject(host, cwd);
  const { otherVersions, refuseFlags, refuseKind, refuseVersion } = await import('./early.js');
  const listed = project.resources.map(({ group, version, kind }) => ({ ...defined({ group }), version, kind }));
  refuseFlags(typed);
  const known = typed.kind === undefined ? await knownKinds(typed, listed) : undefined;
  const saysTypes = [typed.defaulting, typed.validation, typed.conversion, typed.certificates].some(Boolean);
  const given = await series<CreateWebhookGiven>(typed, [
    () => (known === undefined ? undefined : askKind(text, listed, known).then((kind) => ({ kind }))),
    // The group belongs to the kind: if flags name a kind without a group, the group is the domain itself.
    ({ kind }) =>
      typed.kind === undefined && typed.group === undefined
        ? askGroup(text, {
            domain: project.domain,
            defaultValue: only(known?.get(kind ?? '') ?? []),
            exists: true,
          }).then((group) => ({ group }))
        : undefined,
    (answers) => refuseKind(project, withoutEmptyGroup(answers)),
    ({ kind, group }) =>
      typed.version === undefined
        ? askVersion(text, only(valuesOf(listed, { kind, group }, 'version')) ?? 'v1').then((version) => ({ version }))
        : undefined,
    (answers) => refuseVersion(project, withoutEmptyGroup(answers)),
    (answers) =>
      saysTypes
        ? undefined
        : choose({
            flag: '--defaulting, --programmatic-validation or --conversion',
            message: 'Webhooks',
            choices: otherVersions(project, withoutEmptyGroup(answers)).length > 0 ? types : admission,
          }).then((chosen: readonly string[]) => ({
            defaulting: chosen.includes('defaulting'),
            validation: chosen.includes('validation'),
            conversion: chosen.includes('conversion'),
          })),
    (answers) =>
      answers.conversion === true && (typed.spoke ?? []).length === 0
        ? askSpokes(text, answers, otherVersions(project, withoutEmptyGroup(answers))).then((spoke) => ({ spoke }))
        : undefined,
    // All webhooks of a project have one certificate, so only its first webhooks ask.
    () =>
      saysTypes || project.resources.some(({ webhooks }) => webhooks !== undefined)
        ? undefined
        : pick({
            flag: '--certificates',
            message: 'Issuer of the certificate of all webhooks',
            choices: issuers,
            initialValue: project.certificates,
          }).then((certificates) => ({ certificates })),
  ]);
  return withoutEmptyGroup(given);
}

function withoutEmptyGroup(given: CreateWebhookGiven): CreateWebhookGiven {
  const { group, ...others } = given;
  return group === undefined || group === '' ? others : given;
}

/** Returns the kinds that webhooks can be created for, with their groups; none if a flag names another source of kinds. */
async function knownKinds(
  { externalApiPackage, group }: CreateWebhookGiven,
  listed: readonly ListedNames[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (externalApiPackage !== undefined) return new Map();
  const { allBuiltInKinds } = await import('../../../base/io/built-in-kinds.js');
  const { builtInKinds } = await import('../../../scaffold/change/kinds/built-in.js');
  const builtIn = await (group === undefined ? allBuiltInKinds() : builtInKinds(group));
  const kinds = new Set(builtIn.map(({ kind }) => kind));
  // Entries of PROJECT take precedence: `Event` is the project's kind, not that of Kubernetes.
  return new Map([
    ...[...kinds].map((kind) => [kind, []] as const),
    ...valuesOf(listed, {}, 'kind').map((kind) => [kind, valuesOf(listed, { kind }, 'group')] as const),
  ]);
}

function askKind(
  text: Interview['text'],
  listed: readonly ListedNames[],
  known: ReadonlyMap<string, unknown>,
): Promise<string> {
  const kinds = valuesOf(listed, {}, 'kind');
  const [first] = kinds;
  const few = kinds.slice(0, 5).join(', ');
  return text({
    flag: '--kind',
    message: kinds.length > 1 ? `Kind, for example ${few}` : 'Kind',
    ...(first !== undefined && kinds.length === 1 ? { defaultValue: first } : {}),
    refuse: (answer) => {
      if (known.size === 0 || known.has(answer)) return refuseName('className')(answer);
      const meant = suggest(answer, known.keys());
      const help = meant === undefined ? `the project has ${few || 'no kinds'}` : `for example ${meant}`;
      return refuseName('className')(answer) ?? `Not accepted: neither PROJECT nor Kubernetes has this kind; ${help}`;
    },
  });
}

async function askSpokes(
  text: Interview['text'],
  { kind, version: hub }: CreateWebhookGiven,
  others: readonly string[],
): Promise<readonly string[]> {
  const answer = await text({
    flag: '--spoke',
    message: `Versions to convert to ${hub}, separated by commas`,
    ...defined({ defaultValue: others.join(',') || undefined }),
    refuse: (words) => {
      const versions = versionsIn(words);
      if (versions.length === 0) return 'Not accepted: name at least one version';
      if (versions.includes(hub ?? '')) return `Not accepted: ${hub} is the version to convert to`;
      const unknown = others.length === 0 ? undefined : versions.find((each) => !others.includes(each));
      if (unknown === undefined) return undefined;
      return refuseName('version')(unknown) ?? `Not accepted: ${kind} has the other versions ${others.join(', ')}`;
    },
  });
  return versionsIn(answer);
}

function versionsIn(answer: string): readonly string[] {
  return answer
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

type Names = { readonly [Key in keyof ListedNames]?: string | undefined };

/** Returns the values of a field in the entries of PROJECT that match the other names. Without a group, its value is empty. */
function valuesOf(listed: readonly ListedNames[], names: Names, key: keyof ListedNames): readonly string[] {
  const fitting = listed.filter((each) =>
    (['group', 'kind'] as const).every((other) => names[other] === undefined || (each[other] ?? '') === names[other]),
  );
  return [...new Set(fitting.map((each) => each[key] ?? ''))];
}

/** Returns the value if there is only one. */
function only(values: readonly string[]): string | undefined {
  return values.length === 1 ? values[0] : undefined;
}
