import { expect, it } from 'vitest';
import type { Memory } from '../../../../src/base/memory/memory.js';
import { acceptedTexts } from '../../../../src/features/verdict/generated/accepted-texts.js';

/** A memory that can be given another build, and other contents. */
function memory(build = 'build', files = new Map<string, Buffer>()): Memory & { readonly files: Map<string, Buffer> } {
  const write = (name: string, content: string | Buffer): void => void files.set(name, Buffer.from(content));
  return { build, files, read: (name) => files.get(name), write };
}

it('a text is known if the same helper and build have accepted it for the same project', () => {
  const first = memory();
  acceptedTexts(first, '/project', 'helper').keep(['one', 'two']);
  expect(acceptedTexts(first, '/project', 'helper').has('one')).toBe(true);
  expect(acceptedTexts(first, '/project', 'helper').has('three')).toBe(false);
  expect(acceptedTexts(first, '/other', 'helper').has('one')).toBe(false);
  expect(acceptedTexts(first, '/project', 'newer helper').has('one')).toBe(false);
  expect(acceptedTexts(memory('newer build', first.files), '/project', 'helper').has('one')).toBe(false);
});

it('a damaged memory and none know nothing', () => {
  const damaged = memory();
  acceptedTexts(damaged, '/project', 'helper').keep(['one']);
  for (const name of damaged.files.keys()) damaged.write(name, '{"hash');
  expect(acceptedTexts(damaged, '/project', 'helper').has('one')).toBe(false);
  const none = acceptedTexts(undefined, '/project', 'helper');
  none.keep(['one']);
  expect(none.has('one')).toBe(false);
});
