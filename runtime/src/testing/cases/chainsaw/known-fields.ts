import { refuseInvalid, refuseUnsupported } from '../case-error.js';
import type { Fields } from '../files/fields.js';

/** Advice for the fields of chainsaw that are not supported, by their names. */
const unsupported: Readonly<Record<string, string>> = {
  cluster: 'write a case for each cluster, and name it with --context',
  clusters: 'write a case for each cluster, and name it with --context',
  delayBeforeCleanup: 'end the last step with a sleep',
  dryRun: 'run it as a script, with kubectl apply --dry-run=server',
  failFast: 'remove it: all cases run',
  forceTerminationGracePeriod: 'set terminationGracePeriodSeconds in the objects',
  namespaceTemplate: 'create a namespace with an apply operation, and name it in the objects',
  namespaceTemplateCompiler: 'create a namespace with an apply operation, and name it in the objects',
  proxy: 'run it as a script, with kubectl get --raw',
  scenarios: 'write a case for each scenario',
};

/**
 * Refuses fields that are not known, which chainsaw refuses too, and those that are not supported.
 * @param what the object that has the fields, such as `an apply operation`
 * @param known names of the fields that it can have
 * @throws CaseError
 */
export function checkFields(fields: Fields, what: string, known: readonly string[]): void {
  for (const name of fields.names) {
    if (known.includes(name) || !fields.has(name)) continue;
    const help = Object.hasOwn(unsupported, name) ? unsupported[name] : undefined;
    if (help !== undefined) refuseUnsupported(fields.placeOf(name), `${name} of ${what}`, help);
    if (name === 'compiler') checkCompiler(fields, what);
    else
      refuseInvalid(
        fields.placeOf(name),
        `${what} has no field ${name}`,
        `correct its name; the fields are ${known.join(', ')}`,
      );
  }
}

function checkCompiler(fields: Fields, what: string): void {
  if (fields.text('compiler') !== 'jp')
    refuseUnsupported(
      fields.placeOf('compiler'),
      `compiler: ${fields.text('compiler')} of ${what}`,
      'write the expressions in JMESPath, and remove it',
    );
}
