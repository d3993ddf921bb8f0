import { expect, it } from 'vitest';
import { analyzeSources } from '../../support/generate.js';

it('a kind within a kind has the fields of an object, and not the one that is for the compiler alone', () => {
  const source = `import { CustomResource, Resource } from '@operator-gen/runtime/api';
class PartSpec { size!: string; }
class Part extends CustomResource { spec!: PartSpec; }
class WholeSpec { part!: Part; }
@Resource({ group: 'example.com', version: 'v1' }, { plural: 'wholes' })
export class Whole extends CustomResource { spec!: WholeSpec; }
`;
  const result = analyzeSources({ 'whole.ts': source });
  const text = JSON.stringify(result);
  expect(text).toContain('"name":"size"');
  expect(text).toContain('"name":"apiVersion"');
  expect(text).not.toContain('__@');
});
