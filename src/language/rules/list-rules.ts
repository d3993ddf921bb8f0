import { isScalar } from '../../base/model/schema.js';
import { problem, type Rule } from './visit.js';

/** Rules for how server-side apply distinguishes the items of a list. */
export const listRules: readonly Rule[] = [
  function* withoutItems(visit) {
    if (visit.schema.type !== 'array' || visit.schema.items !== undefined) return;
    yield problem('list-items-missing', visit, 'type', { field: visit.field });
  },
  function* keysWithoutMap(visit) {
    const { listType, listMapKeys = [] } = visit.schema;
    if (listType !== 'map' && listMapKeys.length > 0) {
      yield problem('list-keys-without-map', visit, 'listMapKeys', { field: visit.field });
    }
  },
  function* maps(visit) {
    const { listType, listMapKeys = [], items } = visit.schema;
    const { field } = visit;
    if (listType !== 'map') return;
    if (items?.type !== 'object') {
      yield problem('invalid-list-map-items', visit, 'listType', { field });
      return;
    }
    if (listMapKeys.length === 0) yield problem('list-map-without-keys', visit, 'listType', { field });
    for (const [index, key] of listMapKeys.entries()) {
      const property = items.properties?.find(({ name }) => name === key);
      const parameters = { field, key };
      const typeProblem = (reason: string) =>
        problem('invalid-list-map-key-type', visit, 'listMapKeys', { ...parameters, reason });
      if (listMapKeys.indexOf(key) !== index) yield problem('duplicate-list-map-key', visit, 'listMapKeys', parameters);
      if (property === undefined) {
        const known = (items.properties ?? []).filter(({ schema }) => isScalar(schema)).map(({ name }) => name);
        yield problem('list-map-key-missing', visit, 'listMapKeys', { ...parameters, known });
      } else if (property.schema.type === 'array' || property.schema.type === 'object') {
        yield typeProblem(`is ${property.schema.type === 'array' ? 'a list' : 'an object'}`);
      } else if (!isScalar(property.schema)) yield problem('untyped-list-map-key', visit, 'listMapKeys', parameters);
      else if (property.schema.nullable) yield typeProblem('may be null');
      else if (!property.required && property.schema.default === undefined) {
        yield problem('list-map-key-optional', visit, 'listMapKeys', parameters);
      }
    }
  },
  function* sets(visit) {
    const { listType, items } = visit.schema;
    if (listType !== 'set' || items === undefined) return;
    const { type, mapType, listType: inner = 'atomic' } = items;
    const whole = type === 'array' ? inner === 'atomic' : type === undefined || isScalar(items) || mapType === 'atomic';
    if (!whole)
      yield problem('invalid-list-set-items', visit, 'listType', { field: visit.field, areLists: type === 'array' });
  },
  function* nullItems(visit) {
    const { listType, items } = visit.schema;
    if ((listType === 'set' || listType === 'map') && items?.nullable) {
      yield problem('nullable-list-items', visit, 'listType', { field: visit.field });
    }
  },
];
