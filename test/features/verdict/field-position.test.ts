import { expect, it } from 'vitest';
import { errorPosition } from '../../../src/features/verdict/field-position.js';
import { manifestsIn } from '../../../src/features/verdict/manifest.js';
import type { Identity, ServerError } from '../../../src/base/helper/protocol.js';

const text = `# A file of two objects
apiVersion: v1
kind: Service
metadata:
  name: web
  labels:
    example.com/name: "5"
spec:
  ports:
  - port: 80
  - port: 0
---
kind: Deployment
metadata: {name: web}
data:
  8080: x
`;

/** Returns the position as `line:column`. */
function at(error: Partial<ServerError>, document = 0, source = text, identity?: Identity): string {
  const manifest = manifestsIn('a.yaml', source)[document]!;
  const { line, column } = errorPosition(manifest, identity, { type: '', message: '', ...error }, () => source)!;
  return `${line}:${column}`;
}

it.each([
  ['spec.ports[1].port', 0, '11:11'],
  ['metadata.labels[example.com/name]', 0, '7:23'],
  ['data[8080]', 1, '16:9'],
  ['metadata.name', 1, '14:18'],
])('%s', (field, document, position) => {
  expect(at({ field }, document)).toBe(position);
});

it('a field that is not there is shown at its nearest parent', () => {
  expect(at({ field: 'spec.ports[1].targetPort.x' })).toBe('11:5');
  expect(at({ field: 'spec.ports[7]' })).toBe('10:3');
});

it('an error without a field is shown at the beginning of the object', () => {
  expect(at({})).toBe('2:1');
  expect(at({}, 1)).toBe('13:1');
});

it('the field of a strict decoding error is in its message, and shown by its name if it is unknown', () => {
  expect(at({ message: 'unknown field "spec.ports[0].port"' })).toBe('10:5');
  expect(at({ message: 'json: cannot decode a string: Go struct field ServiceSpec.spec.ports of type int' })).toBe(
    '10:3',
  );
});

const crd = `kind: CustomResourceDefinition
spec:
  versions:
  - schema:
      openAPIV3Schema:
        x-kubernetes-validations:
        - rule: "self.ä > self.nothing"
        - rule: |
            self.a >
              self.nothing
`;
const foo: Identity = { apiVersion: 'v1', kind: 'CustomResourceDefinition', defines: 'Foo.example.com' };

it('a mistake in a CEL rule is shown at its column', () => {
  const rules = 'spec.validation.openAPIV3Schema.x-kubernetes-validations';
  const inRule = (rule: number, line: number, column: number) =>
    at({ field: `${rules}[${rule}].rule`, message: `ERROR: <input>:${line}:${column}: undefined` }, 0, crd, foo);
  expect(inRule(0, 1, 10)).toBe('7:27');
  expect(inRule(1, 2, 3)).toBe('10:15');
});

it('an object that kustomize has renamed is found by its kind and the rest of its name', () => {
  const source =
    'kind: A\nmetadata:\n  name: x\n---\nkind: B\nmetadata:\n  name: x\n---\nkind: B\nmetadata:\n  name: xy\n';
  const error = { type: '', message: '', field: 'metadata.name' };
  const find = (name: string) =>
    errorPosition({ text: '', file: 'a.yaml' }, { apiVersion: 'v1', kind: 'B', name }, error, () => source);
  expect(find('system-x')).toMatchObject({ line: 7, column: 9 });
  expect(find('system-xy')).toMatchObject({ line: 11, column: 9 });
  expect(find('z')).toMatchObject({ line: 1, column: 1 });
});
