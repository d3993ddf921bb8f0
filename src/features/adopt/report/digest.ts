import { counted } from '../../../base/diagnostics/counted.js';
import type { DiagnosticCode } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { apiGroupOf, type Project } from '../../../project/project.js';
import { withTypes } from '../../../project/resources.js';
import { deployedLines, isDeployed } from './deployed-digest.js';
import type { Remaining } from '../remaining.js';

interface Input {
  readonly project: Project;
  readonly diagnostics: readonly Diagnostic[];
  readonly remaining: Remaining;
}

/** Maximum number of files, and of problems, that a section lists. */
const mostListed = 10;

/** Problems that keep the operator, or a container with its image, from starting or becoming ready, or that block others. */
const fatalCodes: readonly DiagnosticCode[] = [
  'deployed-command',
  'webhook-certificate',
  'deployed-pod',
  'deployed-probe',
  'deployed-without-service',
  'deployed-webhook',
];
const fatal: readonly string[] = fatalCodes;

/** Notes, by the noun with which they are counted. */
const groups: Partial<Readonly<Record<DiagnosticCode, readonly [one: string, many: string]>>> = {
  'config-kept': [
    'file in config/ that differs from the scaffolded one',
    'files in config/ that differ from the scaffolded ones',
  ],
  'go-file-kept': ['file of the Go project that is kept', 'files of the Go project that are kept'],
  'go-project-group': ['kind with another group than in PROJECT', 'kinds with other groups than in PROJECT'],
};

/** Returns the report of `adopt` on one page: what exists, what to do, what differs, and other notes. */
export function adoptDigest({ project, diagnostics: found, remaining }: Input): readonly string[] {
  const diagnostics = [...found, ...remaining.problems];
  const left = diagnostics.filter(({ code }) => code === 'not-carried-over');
  const toPort = left.filter(
    (each) => !isTarget(each) && !isFatal(each) && each.position?.file.endsWith('PROJECT') !== true,
  );
  const differing = diagnostics.filter((each) => isDeployed(each) && each.severity !== 'error');
  const others = diagnostics.filter((each) => each.severity === 'warning' && !isDeployed(each) && !isFatal(each));
  const equal = diagnostics.filter(({ code }) => code === 'generated-equal').map(({ message }) => message);
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['What works', [`${partsOf(project)}: types, manifests and registration`, ...equal]],
    ['What keeps it from starting or becoming ready', shownBy(fatalFirst(diagnostics), placedMessage)],
    ['What you must port', byFile(toPort)],
    ['What differs in what is deployed', deployedLines(differing, mostListed)],
    ['Warnings', shownBy(others, placedMessage)],
    [
      'What check will report as errors',
      shownBy(remaining.blocking, ({ code, position }) => `${code} in ${position?.file ?? 'PROJECT'}`),
    ],
    [
      'The rest, which --verbose lists',
      rest(
        diagnostics,
        left.filter((each) => !toPort.includes(each) && !isFatal(each)),
      ),
    ],
  ];
  return sections.flatMap(([title, lines]) =>
    lines.length === 0 ? [] : [`${title}:`, ...lines.map((each) => `  ${each}`), ''],
  );
}

function isFatal({ code, message }: Diagnostic): boolean {
  // A container also stops if the program of its hook is missing.
  if (message.startsWith('the preStop ')) return false;
  // An operator works without webhooks that are never called.
  if (code === 'deployed-webhook' && message.endsWith(' does not deploy this file')) return false;
  if (code === 'deployed-without-service') return message.includes(' fail as long as ');
  return fatal.includes(code) || message.startsWith('not carried over: the argument ');
}

/** Returns these problems, starting with those that keep the operator from starting. */
function fatalFirst(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics
    .filter(isFatal)
    .toSorted((one, other) => Math.max(0, fatal.indexOf(one.code)) - Math.max(0, fatal.indexOf(other.code)));
}

/** Reports whether a note is about a target of the Makefile. */
function isTarget({ position }: Diagnostic): boolean {
  return position?.file.split('/').at(-1) === 'Makefile';
}

/** Returns a line for each file, with the number of its notes and the first of them. */
function byFile(left: readonly Diagnostic[]): readonly string[] {
  const files = new Map<string, readonly Diagnostic[]>();
  for (const each of left) {
    const file = each.position?.file ?? '';
    files.set(file, [...(files.get(file) ?? []), each]);
  }
  const lines = [...files]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([file, notes]) => `${file}: ${notes.length} (${namesOf(notes)})`);
  return limited(lines, 'more files');
}

/** Returns the subjects of the first notes on a file. */
function namesOf(notes: readonly Diagnostic[]): string {
  const names = notes.map(({ message }) => message.replace(/^not carried over: /, ''));
  return [...names.slice(0, 3), ...(names.length > 3 ? ['...'] : [])].join(', ');
}

function shownBy(found: readonly Diagnostic[], textOf: (each: Diagnostic) => string): readonly string[] {
  return limited([...new Set(found.map(textOf))], 'more');
}

const messageOf = ({ message }: Diagnostic): string => message;

function placedMessage({ message, position }: Diagnostic): string {
  return position === undefined || message.includes(position.file) ? message : `${position.file}: ${message}`;
}

function limited(lines: readonly string[], more: string): readonly string[] {
  const extra = lines.length - mostListed;
  return extra > 1 ? [...lines.slice(0, mostListed), `and ${extra} ${more}`] : lines;
}

function rest(diagnostics: readonly Diagnostic[], others: readonly Diagnostic[]): readonly string[] {
  const targets = others.filter(isTarget).length;
  const plugins = others.length - targets;
  return [
    ...(targets === 0 ? [] : [`${counted(targets, 'target')} of the Makefile that the scaffolded one does not have`]),
    ...(plugins === 0 ? [] : [`${counted(plugins, 'part')} of PROJECT`]),
    ...Object.entries(groups).flatMap(([code, [one, many]]) => {
      const count = diagnostics.filter((each) => each.code === code).length;
      return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
    }),
    ...diagnostics.filter(({ code }) => code === 'config-files' || code === 'config-equal').map(messageOf),
  ];
}

/** Returns what the new project has: `1 kind and 2 controllers`. */
function partsOf(project: Project): string {
  const kinds = new Set(withTypes(project).map((each) => `${apiGroupOf(each)}/${each.kind}`)).size;
  const controllers = project.resources.flatMap((each) => each.controllers).length;
  return `${counted(kinds, 'kind')} and ${counted(controllers, 'controller')}`;
}

/** Returns the first sentences of the summary. */
export function summaryOf(project: Project, diagnostics: readonly Diagnostic[]): string {
  const left = diagnostics.filter(({ code }) => code === 'not-carried-over').length;
  const notes = diagnostics.filter(({ severity }) => severity === 'note').length;
  const toPort =
    left === 0
      ? ''
      : ` ${left} of the ${counted(notes, 'note')} ${left === 1 ? 'names' : 'name'} code that you must port.`;
  return `Adopted the project ${project.projectName} with ${partsOf(project)}.${toPort}`;
}
