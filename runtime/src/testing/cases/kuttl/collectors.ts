import type { Fields } from '../files/fields.js';
import type { CaseCommand, CaseProblem, Collector } from '../model.js';

/** Lines of each Pod that a label selects, as with kubectl. */
const linesOfSelectedPods = 10;

/** Reads a collector of a TestAssert, or returns why it collects nothing. @throws CaseError if a field has another type */
export function readCollector(fields: Fields): Collector | CaseProblem {
  const command = fields.text('command');
  const type = fields.text('type').toLowerCase() || (command === '' ? 'pod' : 'command');
  const read = Object.hasOwn(readers, type) ? readers[type]! : () => `the type "${type}" is unknown`;
  const found = read(fields);
  if (typeof found !== 'string') return found;
  const help = 'set pod or selector, command, or type: events';
  return { reason: 'ignored', message: `the collector has no effect: ${found}`, help, place: fields.place };
}

/** Return the collector, or the reason why there is none. */
const readers: Readonly<Record<string, (fields: Fields) => Collector | string>> = {
  pod: readPod,
  events: readEvents,
  command: readCommand,
};

function readPod(fields: Fields): Collector | string {
  const [pod, selector] = [fields.text('pod'), fields.text('selector')];
  if (fields.has('command')) return 'a collector of logs has no command';
  if (pod === '' && selector === '') return 'it names neither a pod nor a selector';
  const container = fields.text('container');
  const tail = fields.number('tail') || (selector === '' ? -1 : linesOfSelectedPods);
  const words = [
    'kubectl logs --prefix',
    pod,
    selector && `-l ${selector}`,
    namespaceOf(fields),
    container === '' ? '--all-containers' : `-c ${container}`,
    `--tail=${tail}`,
  ];
  return { name: `logs of ${pod || selector}`, command: kubectl(fields, words) };
}

function readEvents(fields: Fields): Collector | string {
  if (['command', 'selector', 'container'].some((name) => fields.has(name)))
    return 'a collector of events has no command, selector or container';
  return { name: 'events', command: kubectl(fields, ['kubectl get events', fields.text('pod'), namespaceOf(fields)]) };
}

function readCommand(fields: Fields): Collector | string {
  const command = fields.text('command');
  if (command === '') return 'it has no command';
  if (['pod', 'namespace', 'container', 'selector'].some((name) => fields.has(name)))
    return 'a command has no pod, namespace, container or selector';
  return { name: command, command: kubectl(fields, [command]) };
}

function namespaceOf(fields: Fields): string {
  return `-n ${fields.text('namespace') || '$NAMESPACE'}`;
}

function kubectl({ place }: Fields, words: readonly string[]): CaseCommand {
  const command = words.filter((each) => each !== '').join(' ');
  const usual = { namespaced: false, background: false, timeout: 0, skipLogOutput: false };
  return { ...usual, command, ignoreFailure: true, place };
}
