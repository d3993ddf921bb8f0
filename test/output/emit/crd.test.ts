import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { emitCrd, type CrdOptions } from '../../../src/output/emit/crd.js';
import type { Kind } from '../../../src/base/model/kind.js';
import { analyzeSources, kindSource } from '../../support/generate.js';

function kindOf(spec: string, before = ''): Kind {
  const { model, diagnostics } = analyzeSources(kindSource({ spec, before }));
  expect(diagnostics).toEqual([]);
  return model.kinds[0]!;
}

function specOf(kind: Kind, options: CrdOptions): any {
  const crd = parse(emitCrd(kind, '0.0.0', options).text);
  return crd.spec.versions[0].schema.openAPIV3Schema.properties.spec;
}

describe('descriptions', () => {
  const text = '/** How many, e.g. three. No more! \n * And so on.\n *\n * A second paragraph. */';
  it.each([
    ['keep', 'How many, e.g. three. No more!\nAnd so on.\n\nA second paragraph.'],
    ['first-sentence', 'How many, e.g. three.'],
    ['drop', undefined],
    [0, undefined],
    [1000, 'How many, e.g. three. No more!\nAnd so on.\n\nA second paragraph.'],
    [50, 'How many, e.g. three. No more!\nAnd so on.'],
    [15, 'How many, e.g.'],
    [9, 'How...'],
    [3, 'How...'],
    [2, 'Ho...'],
  ] as const)('%s', (descriptions, expected) => {
    const kind = kindOf(`${text} a!: string; b!: { ${text} c: string };`);
    const { properties } = specOf(kind, { descriptions });
    expect([properties.a.description, properties.b.properties.c.description]).toEqual([expected, expected]);
  });

  it('end with the paragraph where there is no sentence', () => {
    const { properties } = specOf(kindOf('/** No end\n *\n * here. */ a!: string;'), {
      descriptions: 'first-sentence',
    });
    expect(properties.a.description).toBe('No end');
  });

  it.each([
    ['漢字、かな', 3, '漢...'],
    ['漢字、かな', 5, '漢...'],
    ['漢字。かな。', 12, '漢字。'],
    ['ab 漢字', 5, 'ab...'],
    ['😀😀', 7, '😀...'],
    ['😀😀', 8, '😀😀'],
    ['漢字', 1, '...'],
  ])('%s is cut between characters at %d bytes', (long, descriptions, expected) => {
    const { properties } = specOf(kindOf(`/** ${long} */ a!: string;`), { descriptions });
    expect(properties.a.description).toBe(expected);
  });

  it('are what a type or a field says, and below it', () => {
    const before = "/** Text. More. @see x\n * @descriptions 'drop' */\nclass Part { /** Text. More. */ a!: string }";
    const spec = `/** Text. More. */ one!: Part;
/** Text. More. */ @Descriptions('keep') two!: { /** Text. More. */ a: string; /** Text. More.\n * @descriptions 'first-sentence' */ b: string };`;
    const { properties } = specOf(kindOf(spec, before.replace(' @see x', '')), { descriptions: 'drop' });
    expect(properties.one).not.toHaveProperty('description');
    expect(properties.one.properties.a).not.toHaveProperty('description');
    expect(properties.two).toMatchObject({
      description: 'Text. More.',
      properties: { a: { description: 'Text. More.' }, b: { description: 'Text.' } },
    });
  });

  it('give way to a budget, the deepest first', () => {
    const kind = kindOf('/** Top. */ a!: { /** Inner. */ b: { /** Innermost. */ c: string[] } };');
    const whole = emitCrd(kind, '0.0.0');
    expect(whole.bytes).toBe(Buffer.byteLength(JSON.stringify(parse(whole.text))));
    const trimmed = emitCrd(kind, '0.0.0', { maxBytes: whole.bytes - 1 });
    expect(trimmed.bytes).toBe(Buffer.byteLength(JSON.stringify(parse(trimmed.text))));
    expect(trimmed.text).toContain('Inner.');
    expect(trimmed.text).not.toContain('Innermost.');
    const least = emitCrd(kind, '0.0.0', { maxBytes: 1 });
    expect(least.bytes).toBe(Buffer.byteLength(JSON.stringify(parse(least.text))));
    expect(least.text).not.toContain('description');
  });

  it('of a field that is called description are kept', () => {
    const { properties } = specOf(kindOf('/** Text. */ description!: string; properties?: { items?: string };'), {
      maxBytes: 1,
    });
    expect(properties).toEqual({
      description: { type: 'string' },
      properties: { type: 'object', properties: { items: { type: 'string' } } },
    });
  });
});

describe('the text', () => {
  const files = {
    'src/api/v1/a.ts':
      "import type { Mode } from './b.js';\nexport interface Part { mode?: Mode; other?: Other }\nexport type Other = 'z' | 'b' | 'a';\n",
    'src/api/v1/b.ts': "export type Letter = 'a' | 'z';\nexport type Mode = 'c' | Letter | 'b';\n",
    'src/api/v1/c.ts':
      "import type { Part } from './a.js';\nexport type Choice = { type: 'two'; b?: Part } | { type: 'one'; a: string } | { type: 'zero'; a: string };\n",
    'src/api/v1/thing.types.ts': `import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { Part } from './a.js';
import type { Choice } from './c.js';
@Resource({ group: 'example.com', version: 'v1' }, { plural: 'things' })
export class Thing extends CustomResource { spec!: { part?: Part; choice?: Choice; size: \`\${'b' | 'a'}-\${string}\` | 'x' } }
`,
    'src/api/v1/other.types.ts': `import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { Choice } from './c.js';
@Resource({ group: 'example.com', version: 'v1' }, { plural: 'others' })
export class Other extends CustomResource { spec!: Choice }
`,
  };
  const textOf = (order: readonly string[]): string => {
    const { model, diagnostics } = analyzeSources(
      Object.fromEntries(order.map((path) => [path, (files as any)[path]])),
    );
    expect(diagnostics).toEqual([]);
    return model.kinds.map((kind) => emitCrd(kind, '0.0.0').text).join('');
  };
  it('does not depend on the order of the files', () => {
    const paths = Object.keys(files);
    const expected = textOf(paths);
    fc.assert(
      fc.property(fc.shuffledSubarray(paths, { minLength: paths.length }), (order) => {
        expect(textOf(order)).toBe(expected);
      }),
      { numRuns: 30 },
    );
  });
});
