import type { DiagnosticCode } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';

/** Differences in deployed objects, the most serious ones first: failures and losses, additions, changes. */
const order: readonly (readonly [code: DiagnosticCode, isOf?: RegExp])[] = [
  ['kustomization-broken'],
  ['deployed-instead'],
  ['deployed-permissions'],
  ['immutable-differs'],
  ['role-differs', / loses /],
  ['deployed-elsewhere'],
  ['argument-needed', / --leader-elect(?:[ ,]|ion-namespace[ ,=])/],
  ['lease-unknown'],
  ['metrics-not-served'],
  ['no-longer-deployed'],
  ['deployed-renamed'],
  ['metrics-authorized'],
  ['metrics-not-authorized'],
  ['argument-needed'],
  ['newly-deployed'],
  ['webhooks-not-deployed'],
  ['role-differs'],
  ['generated-differs'],
  ['deployed-changed'],
  ['deployed-differs'],
  ['config-changed'],
  ['permission-added'],
];

const codes: ReadonlySet<string> = new Set(order.map(([code]) => code));

/** Differences that are about a file, which can have several. Each of the others is about a separate object or setting. */
const ofOneFile: ReadonlySet<string> = new Set<DiagnosticCode>([
  'kustomization-broken',
  'generated-differs',
  'config-changed',
]);

/** Reports whether a problem is a difference in deployed objects. */
export function isDeployed({ code }: Diagnostic): boolean {
  return codes.has(code);
}

/** Differences of an object or a file. */
interface Group {
  readonly subject: string;
  readonly messages: readonly string[];
}

/**
 * Returns the lines about differences in deployed objects: at least one for each object and file, and more as space
 * permits.
 * @param room the number of lines, unless there are more objects and files
 */
export function deployedLines(found: readonly Diagnostic[], room: number): readonly string[] {
  const groups = groupsOf(found);
  const all = groups.reduce((sum, { messages }) => sum + messages.length, 0);
  // The count of one omitted line would itself take a line.
  let free = Math.max(0, (all === room + 1 ? all : room) - groups.length);
  const shown = groups.map(({ subject, messages }) => {
    const extra = Math.min(free, messages.length - 1);
    free -= extra;
    return { subject, lines: messages.slice(0, 1 + extra), left: messages.length - 1 - extra };
  });
  const open = shown.filter(({ left }) => left > 0);
  const count = open.reduce((sum, { left }) => sum + left, 0);
  return [
    ...shown.flatMap(({ lines }) => lines),
    ...(count === 0
      ? []
      : [`and ${count} more: ${open.map(({ subject, left }) => `${left} of ${subject}`).join(', ')}`]),
  ];
}

/** Returns the differences by subject, the most serious first. */
function groupsOf(found: readonly Diagnostic[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const each of found.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const subject = subjectOf(each);
    const known = groups.get(subject) ?? { subject, messages: [] };
    groups.set(subject, { ...known, messages: [...new Set([...known.messages, each.message])] });
  }
  return [...groups.values()];
}

function rankOf({ code, message }: Diagnostic): number {
  return order.findIndex(([of, isOf]) => of === code && (isOf?.test(message) ?? true));
}

function subjectOf({ code, message, position }: Diagnostic): string {
  if (ofOneFile.has(code)) return position?.file ?? message;
  // The permissions of all controllers are in one role.
  return code === 'permission-added' ? 'the added permissions' : message;
}
