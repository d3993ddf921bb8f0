import { describe, expect, it } from 'vitest';
import { shapeProblems } from '../../../src/features/olm/csv-shape.js';
import { csvTypes } from '../../../src/features/olm/csv-types.js';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { csvValues } from '../../support/csv-values.js';

function messagesOf(value: JsonObject): readonly string[] {
  const path = 'manifests/csv.yaml';
  const at = () => ({ file: path, line: 1, column: 1 });
  return shapeProblems({ path, value, at }).map(({ message }) => message);
}

const values = csvValues();

describe('the types of a ClusterServiceVersion', () => {
  it('are all reached from its root, with their fields', () => {
    expect(Object.keys(csvTypes).length).toBeGreaterThan(140);
    const fields = Object.values(csvTypes).flatMap((each) => Object.keys(each));
    expect(new Set(values.map(({ name }) => name.split(': ', 1)[0])).size).toBe(fields.length);
  });

  it('accept values of each field', () => {
    const refused = values.filter(({ isValid, csv }) => isValid && messagesOf(csv).length > 0);
    expect(refused.map(({ name }) => name)).toEqual([]);
  });

  it('refuse values of other types for each field, once', () => {
    const others = values.filter(({ isValid }) => !isValid);
    expect(others.length).toBeGreaterThan(3000);
    expect(others.filter(({ csv }) => messagesOf(csv).length !== 1).map(({ name }) => name)).toEqual([]);
  });

  it('ignore unknown fields, also with names that every object of JavaScript has', () => {
    expect(messagesOf({ spec: { unknown: 1, constructor: 1, toString: [] } })).toEqual([]);
  });

  it('are named in messages', () => {
    const csv = {
      spec: {
        cleanup: { enabled: 'yes' },
        nativeAPIs: 'x',
        selector: { matchLabels: ['a'] },
        install: { spec: { deployments: [{ spec: { replicas: 2 ** 31 } }] } },
        version: null,
      },
    };
    expect(messagesOf(csv)).toEqual([
      'spec.cleanup.enabled is "yes", but OLM expects true or false',
      'spec.nativeAPIs is "x", but OLM expects a list',
      'spec.selector.matchLabels is a list, but OLM expects a mapping',
      'spec.install.spec.deployments.0.spec.replicas is 2147483648, but OLM expects an integer of 32 bits',
      'spec.version is null, but OLM expects a version such as "0.1.0"',
    ]);
  });
});
