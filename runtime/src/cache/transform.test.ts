import { runInNewContext } from 'node:vm';
import { setFlagsFromString } from 'node:v8';
import { expect, it } from 'vitest';
import { parseJson } from '../json/parse-json.js';
import type { Stored } from '../client/stored.js';
import type { KubernetesObject } from '../api/object.js';
import { stripManagedFields } from './transform.js';

const object = (managedFields: string): Stored<KubernetesObject> =>
  parseJson(
    `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a",${managedFields}"uid":"u","resourceVersion":"1"},"data":{"a":"b"}}`,
    'get',
  );

it('removes the managed fields, and nothing else', () => {
  expect(stripManagedFields(object('"managedFields":[{"manager":"m"}],'))).toEqual(object(''));
  const plain = object('');
  const { metadata } = plain;
  expect(stripManagedFields(plain).metadata).toBe(metadata);
});

it('leaves metadata that is not a dictionary', () => {
  setFlagsFromString('--allow-natives-syntax');
  const isFast = runInNewContext('(value) => %HasFastProperties(value)') as (value: object) => boolean;
  const stripped = stripManagedFields(object('"managedFields":[{"manager":"m"}],'));
  expect(isFast(stripped.metadata)).toBe(true);
  delete (stripped.metadata as { uid?: string }).uid;
  expect(isFast(stripped.metadata)).toBe(false);
});
