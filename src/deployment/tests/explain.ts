import { kubectl, list } from './access.js';

/** Maximum number of lines of each section, and of characters of each line. */
const maxLines = 120;
const maxLength = 400;

/** Maximum number of failures for which the manager is described; for further failures, only the other objects are. */
const maxFailures = 3;
let failures = 0;

const manager = ['-l', 'control-plane=controller-manager'];

/**
 * Prints the logs of the manager, the events of namespaces, the Pods of the manager, and further objects.
 *
 * @param subject what failed
 * @param namespaces the namespace of the manager, and others whose events can explain the failure
 * @param objects the arguments of `kubectl describe` for each of the other objects
 */
export async function explain(
  subject: string,
  namespaces: readonly [string, ...string[]],
  objects: readonly (readonly string[])[] = [],
): Promise<void> {
  const [own] = namespaces;
  const logs = ['logs', '-n', own, ...manager, '--all-containers', '--prefix', `--tail=${maxLines}`];
  const about = [
    logs,
    [...logs, '--previous'],
    ...namespaces.map((each) => ['get', 'events', '-n', each, '--sort-by=.metadata.creationTimestamp']),
    ['describe', 'pods', '-n', own, ...manager],
  ];
  failures += 1;
  const commands = [...(failures > maxFailures ? [] : about), ...objects.map((each) => ['describe', ...each])];
  const values = await secretValues(namespaces);
  const sections = await Promise.all(commands.map((args) => section(args, values)));
  console.error([`Failed: ${subject}`, ...sections].join('\n\n'));
}

/** Returns a command with its output, or with the reason why there is none. */
async function section(args: readonly string[], secrets: readonly string[]): Promise<string> {
  const output = await kubectl(args).catch((error: unknown) => String(error));
  return `--- kubectl ${args.join(' ')}\n${limited(withoutSecrets(output, secrets))}`;
}

/** Limits a text to its beginning and its end, which are the most informative parts. */
export function limited(text: string): string {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => (line.length > maxLength ? `${line.slice(0, maxLength)}...` : line));
  const more = lines.length - maxLines;
  if (more <= 0) return lines.join('\n');
  const first = maxLines / 4;
  return [...lines.slice(0, first), `... ${more} lines are omitted ...`, ...lines.slice(first + more)].join('\n');
}

/** Reads the values of the Secrets in namespaces, decoded and encoded. */
async function secretValues(namespaces: readonly string[]): Promise<readonly string[]> {
  const read = (namespace: string) =>
    list<{ readonly data?: Readonly<Record<string, string>> }>('secrets', '-n', namespace).catch(() => []);
  const secrets = (await Promise.all(namespaces.map(read))).flat();
  return secrets
    .flatMap(({ data = {} }) => Object.values(data))
    .flatMap((encoded) => [encoded, ...Buffer.from(encoded, 'base64').toString().split('\n')])
    .filter((value) => value.trim().length >= 6);
}

/** Texts that are recognized as secret by their form: tokens, private keys, and values with such names. */
const secretForms: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----)[^])*-----END [A-Z ]*PRIVATE KEY-----/g, '<hidden>'],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '<hidden>'],
  [/\b(Bearer|Basic) [\w.~+/=-]{6,}/gi, '$1 <hidden>'],
  [/((?:password|passwd|token|secret|api[-_]?key)["']?\s*[:=]\s*["']?)[^\s"',<][^\s"',]*/gi, '$1<hidden>'],
];

/** Hides values of Secrets, values of environment variables, and texts that look like secrets. */
export function withoutSecrets(text: string, secrets: readonly string[] = []): string {
  const known = secrets.toSorted((one, other) => other.length - one.length);
  const hidden = known.reduce((rest, value) => rest.replaceAll(value, '<hidden>'), withoutVariables(text));
  return secretForms.reduce((rest, [form, replacement]) => rest.replaceAll(form, replacement), hidden);
}

/** Hides the values of environment variables in the output of `kubectl describe`. References to other objects remain. */
function withoutVariables(text: string): string {
  let inside = false;
  return text
    .split('\n')
    .flatMap((line) => {
      const indent = line.search(/\S/);
      if (/^ {4}Environment:/.test(line)) inside = true;
      else if (indent >= 0 && indent <= 4) inside = false;
      else if (inside) {
        const [, name, rest = ''] = /^ {6}([^\s:]+:)(.*)$/.exec(line) ?? [];
        // The other lines continue a value.
        if (name === undefined) return [];
        const value = rest.trim();
        return [`      ${name} ${/^<set to|\(v1:[\w./'[\]-]+\)$/.test(value) ? value : '<hidden>'}`];
      }
      return [line];
    })
    .join('\n');
}
