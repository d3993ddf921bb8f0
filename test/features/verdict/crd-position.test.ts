import { expect, it } from 'vitest';
import { crdPlace } from '../../../src/features/verdict/crd-position.js';
import { analyzeSources } from '../../support/generate.js';

const source = `import { CustomResource, Items, MaxLength, Maximum, PrintColumn, Resource, XValidation, type Int32 } from '@operator-gen/runtime/api';

export class QueueSpec {
  @Maximum(5)
  size?: Int32;
  @XValidation({ rule: 'self.size() > 1' })
  @XValidation({ message: 'm',
    rule: 'self.size() > 2' })
  names?: string[];
  parts?: Record<string, { inner?: string }>;
}

@PrintColumn({ name: 'Size', type: 'integer', jsonPath: '.spec.size' })
@Resource({ group: 'example.com', version: 'v1' }, { plural: 'queues' })
export class Queue extends CustomResource {
  spec!: QueueSpec;
}
`;

const kind = analyzeSources({ 'src/api/v1/queue.types.ts': source }).model.kinds[0]!;
const schema = 'spec.validation.openAPIV3Schema';
const spec = `${schema}.properties[spec]`;

it.each([
  [`${spec}.properties[size].maximum`, 'Queue.spec.size', 4],
  [`${spec}.properties[size].type`, 'Queue.spec.size', 5],
  [`${spec}.properties[names].x-kubernetes-validations[0].rule`, 'Queue.spec.names', 6],
  [`${spec}.properties[names].x-kubernetes-validations[1].rule`, 'Queue.spec.names', 8],
  [`${spec}.properties[parts].additionalProperties.properties[inner].type`, 'Queue.spec.parts[*].inner', 10],
  [`spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[gone]`, 'Queue.spec', 16],
  ['spec.versions[0].additionalPrinterColumns[0].JSONPath', 'Queue', 13],
  ['spec.names.plural', 'Queue', 14],
  ['', 'Queue', 14],
])('%s', (path, field, line) => {
  const place = crdPlace(kind, path);
  expect({ field: place.field, line: place.position.line }).toEqual({ field, line });
});
