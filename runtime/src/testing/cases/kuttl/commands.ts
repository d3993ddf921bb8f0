import { refuseInvalid } from '../case-error.js';
import type { Fields } from '../files/fields.js';
import type { CaseCommand } from '../model.js';

/** Fields of a command in a TestStep or a TestSuite. */
export const commandFields = [
  'command',
  'namespaced',
  'script',
  'ignoreFailure',
  'background',
  'timeout',
  'skipLogOutput',
];

/** Reads a command of a TestStep or a TestSuite. @throws CaseError if it is not valid */
export function readCommand(fields: Fields): CaseCommand {
  return {
    ...readProgram(fields),
    ignoreFailure: fields.flag('ignoreFailure'),
    background: fields.flag('background'),
    timeout: fields.number('timeout'),
  };
}

/** Reads a command of a TestAssert, whose time limit is that of the assert. @throws CaseError if it is not valid */
export function readAssertCommand(fields: Fields): CaseCommand {
  return { ...readProgram(fields), ignoreFailure: false, background: false, timeout: 0 };
}

type Program = Pick<CaseCommand, 'command' | 'script' | 'namespaced' | 'skipLogOutput' | 'place'>;

function readProgram(fields: Fields): Program {
  const [command, script, namespaced] = [fields.text('command'), fields.text('script'), fields.flag('namespaced')];
  const { place } = fields;
  if (command !== '' && script !== '')
    return refuseInvalid(place, 'the command has both command and script', 'remove one of them');
  if (command === '' && script === '')
    return refuseInvalid(place, 'the command has neither command nor script', 'add one of them');
  if (script !== '' && namespaced)
    return refuseInvalid(place, 'namespaced has no effect on a script', 'use $NAMESPACE in the script instead');
  return {
    command: command === '' ? undefined : command,
    script: script === '' ? undefined : script,
    namespaced,
    skipLogOutput: fields.flag('skipLogOutput'),
    place,
  };
}
