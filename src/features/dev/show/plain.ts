import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { escapeControls } from '../../../base/diagnostics/print-escape.js';
import type { Style } from '../../../base/diagnostics/print-style.js';
import type { ConditionRow, Message } from './message.js';

/** The format of printed messages. */
export interface Printing {
  readonly style: Style;
  /** Prints diagnostics with their lines of code. */
  readonly problems: (diagnostics: readonly Diagnostic[]) => string;
}

/** Maximum length of a printed line, and maximum number of names in it. */
const [mostLine, mostNames] = [2_000, 8];

/** Returns a message as text with complete lines; empty for one that is only for programs. */
export function printed(message: Message, time: string, printing: Printing): string {
  const { style } = printing;
  // The change has its own line, and the end of what follows it.
  if (message.event === 'generated' && message.files.length === 0) return '';
  const [head = '', ...rest] = linesOf(message, printing);
  if (head === '') return '';
  const lines = [`${style('dim', time)} ${head}`, ...rest.map((each) => `         ${each}`)];
  return lines.map((each) => `${each}\n`).join('') + appendix(message, printing);
}

/** Returns the text below a message that has its own format. */
function appendix(message: Message, { problems }: Printing): string {
  return message.event === 'refused' || message.event === 'warned' ? problems(message.diagnostics) : '';
}

/** Returns the lines of a message, of which the first one has the time. */
function linesOf(message: Message, printing: Printing): readonly string[] {
  const { style } = printing;
  switch (message.event) {
    case 'cluster':
    case 'changed':
    case 'generated':
    case 'applied':
    case 'built':
    case 'started':
    case 'ready':
    case 'samples':
    case 'unchanged':
      return [workLine(message)];
    case 'refused': {
      const runs = message.isOperatorRunning ? 'the last good operator runs on' : 'waiting for the next change';
      return [style('red', `this change cannot be used; ${runs}`), ...message.lines.map(shown)];
    }
    case 'warned':
      return [counted(message.diagnostics.length, 'warning')];
    case 'ended':
    case 'restarts':
    case 'gave-up':
      return endLines(message, printing);
    case 'conditions':
      return tableOf(message.rows);
    case 'page':
      return [`see inside the operator: ${shown(message.url)}`];
    case 'note':
      return message.text.split('\n').map(shown);
    case 'problem':
      return [style('red', shown(message.text))];
    case 'printed':
      return [shown(message.line)];
    default:
      return operatorLines(message, printing);
  }
}

type Of<E extends Message['event']> = Extract<Message, { readonly event: E }>;

/** Returns the line for the work of `dev` itself. */
function workLine(
  message: Of<
    'cluster' | 'changed' | 'generated' | 'applied' | 'built' | 'unchanged' | 'started' | 'ready' | 'samples'
  >,
): string {
  switch (message.event) {
    case 'cluster': {
      const { state, milliseconds = 0 } = message;
      const how =
        state === undefined
          ? ''
          : state === 'already running'
            ? `, ${state}`
            : `, ${state} in ${seconds(milliseconds)}`;
      const name = message.cluster === undefined ? `The context ${message.context}` : `The cluster ${message.cluster}`;
      return shown(`${name} at ${message.server}${how}`);
    }
    case 'changed':
      return `changed: ${names(message.files)}`;
    case 'generated':
      return `generated in ${seconds(message.milliseconds)}: ${names(message.files)}`;
    case 'applied': {
      const deleted = message.deleted.length === 0 ? '' : `; deleted ${names(message.deleted)}`;
      return `applied in ${seconds(message.milliseconds)}: ${names(message.applied)}${deleted}`;
    }
    case 'built':
      return `built in ${seconds(message.milliseconds)}`;
    case 'started':
      return shown(`the operator starts as ${message.account}`);
    case 'ready':
      return `the operator runs after ${seconds(message.milliseconds)}`;
    case 'samples': {
      const parts = [
        ['samples applied', message.applied],
        ['samples deleted', message.deleted],
        ['samples being deleted, which wait for a finalizer', message.deleting],
      ] as const;
      const changed = parts.filter(([, all]) => all.length > 0);
      return changed.map(([what, all]) => `${what}: ${names(all)}`).join('; ') || 'no sample was changed';
    }
    case 'unchanged':
      return 'nothing changes for the operator, which runs on';
  }
}

function endLines(message: Of<'ended' | 'restarts' | 'gave-up'>, { style }: Printing): readonly string[] {
  switch (message.event) {
    case 'ended': {
      const how = message.signal === null ? `exit code ${message.code}` : message.signal;
      if (message.isWanted) return [];
      return [
        style('red', `the operator ended after ${seconds(message.milliseconds)}: ${how}`),
        ...message.lines.map(shown),
      ];
    }
    case 'restarts':
      return [`the operator starts again in ${seconds(message.milliseconds)}, or with the next change`];
    case 'gave-up':
      return [style('red', `the operator has ended ${message.crashes} times in a row: waiting for the next change`)];
  }
}

/** Returns the lines for the work of the operator. */
function operatorLines(
  message: Of<'reconciled' | 'failed' | 'slow' | 'wrote' | 'forbidden' | 'loop' | 'log'>,
  { style }: Printing,
): readonly string[] {
  switch (message.event) {
    case 'reconciled': {
      const wrote =
        message.wrote === undefined
          ? ''
          : message.wrote.length === 0
            ? ', no writes'
            : `, wrote ${names(message.wrote)}`;
      const later = message.result === 'requeue_after' ? ', to be reconciled again later' : '';
      return [`${subject(message)} reconciled in ${duration(message.milliseconds)}${wrote}${later}`];
    }
    case 'failed': {
      const at = message.at === undefined ? [] : [`at ${shown(message.at)}`];
      const times = message.failures === undefined ? '' : ` (failure ${message.failures} in a row)`;
      return [style('red', `${subject(message)} failed${times}: ${shown(message.error)}`), ...at];
    }
    case 'slow':
      return [
        style(
          'yellow',
          `${subject(message)} has been reconciled for ${seconds(message.milliseconds)}, and has not returned`,
        ),
      ];
    case 'wrote':
      return [`wrote ${names(message.wrote)}`];
    case 'forbidden': {
      const { verb, resource, group, namespace } = message;
      const where = namespace === undefined ? '' : ` in the namespace ${namespace}`;
      const what = `the operator is not allowed to ${verb} ${resource}${group === '' ? '' : ` (${group})`}${where}`;
      return [
        style('red', shown(what)),
        'add:',
        ...message.marker.map((each) => `  ${shown(each)}`),
        'or: npx operator-gen rbac --fix (key f)',
      ];
    }
    case 'loop': {
      const fields = message.fields.length === 0 ? '' : `; the field that changes: ${names(message.fields)}`;
      const what = `${message.writes} writes to ${message.object} in ${message.seconds} s: each write makes the next one${fields}`;
      return [style('yellow', shown(what))];
    }
    case 'log':
      return [logLine(message, style)];
  }
}

const colorOf: Readonly<Record<string, Parameters<Style>[0]>> = { error: 'red', warn: 'yellow' };

function logLine({ level, message, object, controller, fields }: Of<'log'>, style: Style): string {
  const about = [controller, object].filter((each) => each !== undefined).join(' ');
  const details = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const text = shown([about === '' ? '' : `${about}:`, message, ...details].filter(Boolean).join(' '));
  const color = colorOf[level];
  return color === undefined ? text : style(color, text);
}

function tableOf(rows: readonly ConditionRow[]): readonly string[] {
  if (rows.length === 0) return ['there are no objects of the kinds of this project'];
  const cells = rows.flatMap(({ kind, object, conditions }) =>
    (conditions.length === 0 ? [undefined] : conditions).map((each) => [
      kind,
      object,
      each === undefined ? '(no conditions)' : `${each.type}=${each.status}`,
      each?.reason ?? '',
      each?.message ?? '',
    ]),
  );
  const all = [['KIND', 'OBJECT', 'CONDITION', 'REASON', 'MESSAGE'], ...cells].map((row) =>
    row.map((cell) => shown(cell).slice(0, 120)),
  );
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return ['conditions', ...lines];
}

function subject({ controller, object }: { readonly controller: string; readonly object: string }): string {
  return shown(`${controller} ${object}`);
}

/** Returns a text of others for a line of a terminal. */
function shown(text: string): string {
  const short = text.length > mostLine ? `${text.slice(0, mostLine)}...` : text;
  return escapeControls(short);
}

function names(all: readonly string[]): string {
  if (all.length === 0) return 'nothing';
  const first = all.slice(0, mostNames).join(', ');
  return shown(all.length > mostNames ? `${first} and ${all.length - mostNames} more` : first);
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : seconds(milliseconds);
}
