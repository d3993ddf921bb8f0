import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const gone = 'delete api --group apps --version v1 --kind WebServer';
const withoutConversion = 'delete webhook --group apps --version v2 --kind WebServer --conversion';
const types = 'src/api/v1/webserver.types.ts';
const crd = 'config/crd/bases/apps.my.domain_webservers.yaml';

describe('delete api of a version whose types stay', () => {
  let base: Files;

  beforeAll(async () => {
    base = await accepted(
      new Map(),
      'init --domain my.domain --project-name test-operator --skip-install',
      'create api --group apps --version v1 --kind WebServer',
      'create api --group apps --version v2 --kind WebServer --no-controller',
      'create webhook --group apps --version v2 --kind WebServer --conversion --spoke v1',
    );
  }, 60_000);

  it.each([
    [
      'because they are edited',
      (files: Files) =>
        new Map(files).set(types, files.get(types)!.replace(/(class WebServerSpec \{\n)/, '$1  added?: string;\n')),
    ],
    [
      'because other code exports them',
      (files: Files) => new Map(files).set('src/api/v1/index.ts', "export * from './webserver.types.js';\n"),
    ],
  ])('needs the conversion gone, and one version is stored: %s', async (_why, edit) => {
    const files = await accepted(edit(base), 'manifests');
    expect((await runLine(files, gone)).said).toContain('error edited-version: ');
    const after = await accepted(files, withoutConversion, gone, 'manifests', 'check');
    expect(after.has(types)).toBe(true);
    expect(after.get(crd)!.match(/storage: true/g)).toHaveLength(1);
  });

  it('removes the mark with types that go', async () => {
    const after = await accepted(base, gone, 'check');
    expect(after.has(types)).toBe(false);
    expect(after.get('src/api/v2/webserver.types.ts')).not.toContain('@StorageVersion()');
  });
});
