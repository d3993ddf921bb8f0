import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listSources, selectSources } from '../../../src/language/analyze/sources.js';
import { disk } from '../../../src/base/io/disk.js';

const golden = fileURLToPath(new URL('../../golden', import.meta.url));

describe('the sources that are read of a scaffolded project', () => {
  // What calls the others imports all of them: with it, an edit of one kind of a hundred would have all of them analyzed.
  it.each(['three-apis', 'webhooks', 'conversion'])(
    '%s: kinds, controllers and webhooks, and not what calls them',
    (name) => {
      const root = `${golden}/${name}`;
      const { kindFiles, otherFiles } = selectSources(listSources(disk, root));
      const paths = [...kindFiles, ...otherFiles].map(({ path }) => relative(root, path));
      expect(paths.filter((path) => !/\.(?:types|controller|webhook)\.ts$/.test(path))).toEqual([]);
      expect(paths.length).toBeGreaterThan(1);
    },
  );
});
