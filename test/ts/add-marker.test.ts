import { describe, expect, it } from 'vitest';
import { addKindMarker } from '../../src/ts/add-marker.js';

const body = "@Resource(groupVersion, { plural: 'things' })\nexport class Thing extends CustomResource {}\n";
const api = "from '@operator-gen/runtime/api';\n";
const add = (text: string): string | undefined => addKindMarker(text, 'Thing', 'StorageVersion');

describe('adding a marker to a class', () => {
  it.each([
    [
      'among the others',
      `import { CustomResource, Resource } ${api}`,
      `import { CustomResource, Resource, StorageVersion } ${api}`,
    ],
    ['in order', `import { Resource, Values } ${api}`, `import { Resource, StorageVersion, Values } ${api}`],
    [
      'before types',
      `import { Resource, type Int32 } ${api}`,
      `import { Resource, StorageVersion, type Int32 } ${api}`,
    ],
    [
      'on a line of its own',
      `import {\n  Resource,\n  Values,\n} ${api}`,
      `import {\n  Resource,\n  StorageVersion,\n  Values,\n} ${api}`,
    ],
    [
      'beside an import of types',
      `import type { Int32 } ${api}`,
      `import { StorageVersion } ${api}import type { Int32 } ${api}`,
    ],
    ['beside a namespace', `import * as api ${api}`, `import { StorageVersion } ${api}import * as api ${api}`],
    ['nowhere twice', `import { Resource, StorageVersion } ${api}`, `import { Resource, StorageVersion } ${api}`],
  ])('imports it %s', (_, before, after) => {
    expect(add(before + body)).toBe(`${after}@StorageVersion()\n${body}`);
  });

  it('leaves a class alone that has it', () => {
    const text = `import { Resource, StorageVersion } ${api}@StorageVersion()\n${body}`;
    expect(add(text)).toBe(text);
  });

  it('keeps what stands around it, and its indentation', () => {
    const text = `// A comment.\nimport { Resource } ${api}/** Text. */\n  @Other() @Resource(a, b)\n  class Thing {} // end`;
    expect(add(text)).toBe(
      `// A comment.\nimport { Resource, StorageVersion } ${api}/** Text. */\n  @Other() @StorageVersion()\n  @Resource(a, b)\n  class Thing {} // end`,
    );
  });

  it('says so where there is no such class', () => {
    expect(add('export class Other {}')).toBeUndefined();
    expect(add('export class Thing {}')).toBeUndefined();
  });
});
