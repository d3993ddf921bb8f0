import { expect, test } from 'vitest';
import { readConfig } from '../../../src/language/compiler/project-config.js';

/** Reads /p/c0.json, and counts what is read for it. */
function read(files: Readonly<Record<string, object>>) {
  const found: string[] = [];
  const config = readConfig('/p/c0.json', {
    read: (path) => {
      if (found.push(path) > 10_000) throw new Error('too many files');
      const file = files[path];
      return file && JSON.stringify(file);
    },
  });
  return { config, found };
}

const chain = (length: number, times: number) =>
  Object.fromEntries(
    Array.from({ length }, (_, i) => [
      `/p/c${i}.json`,
      i === length - 1
        ? { compilerOptions: { baseUrl: '/base' } }
        : { extends: Array.from({ length: times }, () => `./c${i + 1}.json`) },
    ]),
  );

test('what is extended counts', () => {
  expect(read(chain(2, 1)).config?.options.baseUrl).toBe('/base');
});

test('files that each extend the next one twice are read once', () => {
  const { config, found } = read(chain(30, 2));
  expect(config?.options.baseUrl).toBe('/base');
  expect(found.length).toBeLessThan(200);
});

test('a chain without an end is followed for a while', () => {
  const { config, found } = read(chain(5000, 1));
  expect(config?.options.baseUrl).toBeUndefined();
  expect(found.length).toBeLessThan(500);
});

test('a file that extends itself is read', () => {
  expect(read({ '/p/c0.json': { extends: './c0.json' } }).config).toBeDefined();
});
