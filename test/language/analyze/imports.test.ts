import { describe, expect, it } from 'vitest';
import { analyzeSources, codes, root, type Surroundings } from '../../support/generate.js';

/** A kind whose spec is the type `Part`, imported by the given line. */
function kind(line: string, type = 'Part'): Record<string, string> {
  return {
    'src/api/v1/thing.types.ts': `${line}
import { CustomResource, Resource } from '@operator-gen/runtime/api';
@Resource({ group: 'example.com', version: 'v1' }, { plural: 'things' })
export class Thing extends CustomResource { spec!: ${type} }
`,
  };
}

const part = '/** A part. */\nexport interface Part { name: string }\n';

function specOf(sources: Readonly<Record<string, string>>, around: Surroundings = {}): unknown {
  const { model, diagnostics } = analyzeSources(sources, around);
  expect(diagnostics).toEqual([]);
  const [spec] = model.kinds[0]!.versions[0]!.schema.properties!;
  return spec!.schema;
}

const schema = expect.objectContaining({
  description: 'A part.',
  properties: [expect.objectContaining({ name: 'name' })],
});

describe('a type comes from', () => {
  it('another file, a folder, a re-export, a namespace', () => {
    const there = { 'src/api/parts/index.ts': part };
    expect(specOf({ ...kind("import type { Part } from '../parts/index.js';"), ...there })).toEqual(schema);
    expect(specOf({ ...kind("import type { Part } from '../parts';"), ...there })).toEqual(schema);
    expect(specOf({ ...kind("import type * as parts from '../parts/index.js';", 'parts.Part'), ...there })).toEqual(
      schema,
    );
    const again = { ...there, 'src/api/all.ts': "export { Part as Piece } from './parts/index.js';\n" };
    expect(specOf({ ...kind("import type { Piece } from '../all.js';", 'Piece'), ...again })).toEqual(schema);
  });

  it('files that import each other', () => {
    const sources = {
      ...kind("import type { Part } from './a.js';"),
      'src/api/v1/a.ts':
        "import type { Name } from './b.js';\n/** A part. */\nexport interface Part { name: Name }\nexport type Text = string;\n",
      'src/api/v1/b.ts': "import type { Text } from './a.js';\nexport type Name = Text;\n",
    };
    expect(specOf(sources)).toEqual(schema);
  });

  it('a path alias of tsconfig.json, or of what it extends', () => {
    const there = { 'src/shared/part.ts': part };
    const paths = '{ /* text */ "compilerOptions": { "paths": { "#shared/*": ["./src/shared/*"], }, }, }';
    const line = "import type { Part } from '#shared/part.js';";
    expect(specOf({ ...kind(line), ...there }, { files: { [`${root}/tsconfig.json`]: paths } })).toEqual(schema);
    const extended = {
      [`${root}/tsconfig.json`]: '{ "extends": "./tsconfig.base.json" }',
      [`${root}/tsconfig.base.json`]: paths,
    };
    expect(specOf({ ...kind(line), ...there }, { files: extended })).toEqual(schema);
  });

  const workspace = {
    files: {
      '/packages/shared/package.json': '{ "name": "@acme/shared", "exports": { ".": "./src/index.ts" } }',
      '/packages/shared/src/index.ts': "export type { Part } from './part.js';\n",
      '/packages/shared/src/part.ts': part,
    },
    links: { [`${root}/node_modules/@acme/shared`]: '/packages/shared' },
  };
  it('another package of the workspace', () => {
    expect(specOf(kind("import type { Part } from '@acme/shared';"), workspace)).toEqual(schema);
  });
  it('declarations of another package, with its tags', () => {
    const files = {
      '/packages/shared/package.json': '{ "name": "@acme/shared", "types": "./dist/index.d.ts" }',
      '/packages/shared/dist/index.d.ts':
        '/** A part. */\nexport interface Part { /** @maxLength 5 */ name: string }\n',
    };
    const found = specOf(kind("import type { Part } from '@acme/shared';"), { ...workspace, files });
    expect(found).toMatchObject({ properties: [{ schema: { maxLength: 5 } }] });
  });
});

describe('a type does not come from', () => {
  it.each([
    ["import type { Part } from './missing.js';", 'does not exist'],
    ["import type { Part } from '../../../../outside.js';", 'is outside the project'],
    ["import type { Part } from 'installed';", 'is neither a path alias'],
    ["import type { Part } from '@operator-gen/runtime/k8s/apps/v9';", 'is not a module of the runtime'],
  ])('%s', (line, reason) => {
    const files = {
      '/outside.ts': part,
      [`${root}/node_modules/installed/package.json`]: '{ "types": "./index.d.ts" }',
      [`${root}/node_modules/installed/index.d.ts`]: part,
    };
    const { diagnostics } = analyzeSources(kind(line), { files });
    expect(codes(diagnostics)).toEqual([`unsupported-import 1:${line.indexOf("'") + 1}`]);
    expect(diagnostics[0]!.message).toContain(reason);
  });

  it('a file that has no such export', () => {
    const sources = {
      ...kind("import type { Part } from './parts.js';"),
      'src/api/v1/parts.ts': 'export interface Port {}',
    };
    expect(codes(analyzeSources(sources).diagnostics)).toEqual(['unresolved-type 4:52']);
  });

  it('and an unresolved import is not reported while no kind requires it', () => {
    const sources = kind("import { Part } from './missing.js';\nimport fs from 'node:fs';", '{ a: string }');
    expect(analyzeSources(sources).diagnostics).toEqual([]);
  });
});
