import { refuseInvalid } from '../case-error.js';
import { fieldsOf, type Fields } from '../files/fields.js';
import type { CaseExpression, CaseObject, CaseStep, ResourceReference } from '../model.js';
import { readCollector } from './collectors.js';
import { readAssertCommand } from './commands.js';
import { fieldWarnings, type Warn } from './unknown-fields.js';

/** Content of a TestAssert. */
export type TestAssert = Pick<CaseStep, 'timeout' | 'collectors' | 'assertCommands' | 'references' | 'anyOf' | 'allOf'>;

const known = ['timeout', 'collectors', 'commands', 'resourceRefs', 'assertAny', 'assertAll'];

/** Reads a TestAssert. @throws CaseError if it is not valid */
export function readTestAssert(object: CaseObject, warn: Warn): TestAssert {
  const fields = fieldsOf(object);
  fieldWarnings(fields, [...known, 'apiVersion', 'kind', 'metadata'], warn);
  const timeout = fields.number('timeout');
  if (timeout < 0)
    refuseInvalid(
      fields.placeOf('timeout'),
      `timeout is ${timeout}: nothing would be checked`,
      'write seconds above 0',
    );
  const collectors = fields.objects('collectors').flatMap((each) => {
    const found = readCollector(each);
    if ('command' in found) return found;
    warn(found);
    return [];
  });
  return {
    timeout: timeout || undefined,
    collectors,
    assertCommands: fields.objects('commands').map(readAssertCommand),
    references: fields.objects('resourceRefs').map(readReference),
    anyOf: fields.objects('assertAny').map(readExpression),
    allOf: fields.objects('assertAll').map(readExpression),
  };
}

function readReference(fields: Fields): ResourceReference {
  const needed = (name: string): string =>
    fields.text(name) || refuseInvalid(fields.place, `the reference has no ${name}`, `add ${name}`);
  const variable = needed('ref');
  if (!/^[_a-zA-Z]\w*$/.test(variable))
    refuseInvalid(fields.placeOf('ref'), `"${variable}" is not a name in CEL`, 'use letters, digits and underscores');
  return {
    apiVersion: needed('apiVersion'),
    kind: needed('kind'),
    name: needed('name'),
    namespace: fields.text('namespace') || undefined,
    variable,
  };
}

function readExpression(fields: Fields): CaseExpression {
  return { text: fields.text('celExpr'), place: fields.placeOf('celExpr') };
}
