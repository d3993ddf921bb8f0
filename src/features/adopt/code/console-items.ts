import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { GoFile } from '../../../base/helper/go/answer.js';
import { markerArguments, markersIn, unquoted, type MarkerArguments } from './go-markers.js';
import { printValue } from '../../import/print.js';
import { defined } from '../../../base/model/defined.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { left } from '../left.js';

const marker = 'operator-sdk:csv:customresourcedefinitions';

/**
 * Returns the markers of operator-sdk for the console of OLM, each with the equivalent decorator: CRDs do not contain
 * this information, so the types generated from them lack it.
 * https://sdk.operatorframework.io/docs/building-operators/golang/references/markers/
 */
export function consoleItems(file: GoFile): readonly Diagnostic[] {
  return markersIn(file, marker).map(({ text, position }) => {
    const given = markerArguments(text.slice(marker.length).replace(/^:/, ''));
    const instead = given === undefined ? 'write @Csv or @CsvKind in src/api/ for it' : insteadOf(given);
    return left(`the marker +${text}`, instead, position);
  });
}

function insteadOf(given: MarkerArguments): string {
  const [type, order] = [given.get('type')?.[0], given.get('order')?.[0]];
  const shared = {
    displayName: given.get('displayName')?.[0],
    order: order === undefined || !/^-?\d{1,9}$/.test(order) ? undefined : Number(order),
  };
  if (type === undefined) {
    const texts = defined({ ...shared, resources: unlessEmpty(given.get('resources')?.flatMap(resourceIn)) });
    return `write @CsvKind(${printValue(texts)}) at the class of the kind in src/api/`;
  }
  const descriptors = given.get('xDescriptors')?.flatMap((each) => each.split(',').map((one) => one.trim()));
  const texts = defined({ ...shared, descriptors: unlessEmpty(descriptors) });
  return `write @Csv(${printValue(texts)}) at the field of the ${type === 'status' ? 'status' : 'spec'} in src/api/`;
}

/** Returns `{Deployment,v1,memcached}` as a resource of `@CsvKind`. */
function resourceIn(text: string): readonly JsonObject[] {
  const [kind = '', version = '', name = ''] = text
    .replace(/^\{|\}$/g, '')
    .split(',')
    .map((each) => unquoted(each.trim()));
  return kind === '' || version === '' ? [] : [{ kind, version, ...(name === '' ? {} : { name }) }];
}

function unlessEmpty<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list?.length === 0 ? undefined : list;
}
