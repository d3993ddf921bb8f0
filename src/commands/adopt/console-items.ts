import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { markerArguments, markersIn, unquoted, type MarkerArguments } from '../../go/markers.js';
import type { GoText } from '../../go/text.js';
import { left } from './left.js';

const marker = 'operator-sdk:csv:customresourcedefinitions';

/**
 * Returns the markers of operator-sdk for the console of OLM, each with the decorator to write for it: no CRD contains what they
 * say, so the types that are made from CRDs do not have it either.
 * https://sdk.operatorframework.io/docs/building-operators/golang/references/markers/
 */
export function consoleItems(file: GoText): readonly Diagnostic[] {
  return markersIn(file, marker).map(({ text, position }) => {
    const given = markerArguments(text.slice(marker.length).replace(/^:/, ''));
    const instead = given === undefined ? 'write @Csv or @CsvKind in src/api/ for it' : insteadOf(given);
    return left(`the marker +${text}`, instead, position);
  });
}

function insteadOf(given: MarkerArguments): string {
  const type = given.get('type')?.[0];
  const displayName = given.get('displayName')?.[0];
  const order = given.get('order')?.[0];
  const shared = [
    ...(displayName === undefined ? [] : [`displayName: ${JSON.stringify(displayName)}`]),
    ...(order === undefined || !/^-?\d{1,9}$/.test(order) ? [] : [`order: ${Number(order)}`]),
  ];
  if (type === undefined) {
    const resources = (given.get('resources') ?? []).flatMap(resourceText);
    const fields = [...shared, ...(resources.length === 0 ? [] : [`resources: [${resources.join(', ')}]`])];
    return `write @CsvKind(${objectText(fields)}) at the class of the kind in src/api/`;
  }
  const descriptors = (given.get('xDescriptors') ?? []).flatMap((each) => each.split(',')).map((each) => each.trim());
  const fields = [...shared, ...(descriptors.length === 0 ? [] : [`descriptors: ${JSON.stringify(descriptors)}`])];
  return `write @Csv(${objectText(fields)}) at the field of the ${type === 'status' ? 'status' : 'spec'} in src/api/`;
}

/** Returns `{Deployment,v1,memcached}` as an argument of `@CsvKind`. */
function resourceText(resource: string): readonly string[] {
  const [kind = '', version = '', name = ''] = resource
    .replace(/^\{|\}$/g, '')
    .split(',')
    .map((each) => unquoted(each.trim()));
  if (kind === '' || version === '') return [];
  const named = name === '' ? [] : [`name: ${JSON.stringify(name)}`];
  return [objectText([`kind: ${JSON.stringify(kind)}`, `version: ${JSON.stringify(version)}`, ...named])];
}

function objectText(fields: readonly string[]): string {
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
