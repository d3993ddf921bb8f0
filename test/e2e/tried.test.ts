// cspell:ignore mising slef
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitCrd } from '../../src/output/emit/crd.js';
import { emitSample, printSample } from '../../src/output/emit/sample.js';
import { limitedAsker } from '../../src/features/verdict/trials/asker.js';
import { crdRemedies, remedyAsker } from '../../src/features/verdict/trials/crd-remedies.js';
import { triedSample } from '../../src/features/verdict/trials/tried-samples.js';
import { crdRejections } from '../../src/features/verdict/generated/crd-rejections.js';
import { startHelper, type RunningHelper } from '../../src/base/helper/helper-process.js';
import { analyzeSources, kindSource } from '../support/generate.js';
import { sampleCases } from '../support/sample-cases.js';
import { helperForTests, upstreamThat } from '../support/upstream.js';

const path = await helperForTests();

describe.skipIf(path === undefined)('with the code of the API server', () => {
  let helper: RunningHelper;
  const upstream = upstreamThat((question) => helper.ask(question));
  beforeAll(() => {
    helper = startHelper(path!);
  });
  afterAll(() => helper?.end());

  function kindOf(source: Parameters<typeof kindSource>[0]) {
    const { model, diagnostics } = analyzeSources(kindSource(source));
    expect(diagnostics).toEqual([]);
    return model.kinds[0]!;
  }

  async function helpFor(source: Parameters<typeof kindSource>[0]): Promise<readonly string[]> {
    const kind = kindOf(source);
    const { errors = [] } = await helper.ask({ operation: 'object', object: emitCrd(kind, '0.0.0').text });
    const asker = remedyAsker(upstream);
    const context = {
      source: () => undefined,
      remedies: (problems: Parameters<typeof crdRemedies>[1]) => crdRemedies(kind, problems, asker),
    };
    return (await crdRejections(kind, errors, context)).map(({ help }) => help);
  }

  const compare = 'self.all(a, self.exists(b, a == b))';
  const item = (rule: string): string => `export class Item { @XValidation({ rule: '${rule}' }) name?: string; }`;
  const twelve = Array.from(
    { length: 12 },
    (_, index) => `@MaxItems(200) @Items(MaxLength(600)) @XValidation({ rule: '${compare}' }) it${index}!: string[];`,
  );

  it.each([
    [
      `@XValidation({ rule: '${compare}' }) it!: string[];`,
      '',
      ['add @MaxItems(200) and @Items(MaxLength(512)) to spec.it'],
    ],
    [
      'it!: Item[];',
      item('self.contains("a")').replace('@X', '@MaxLength(1000) @X'),
      ['add @MaxItems(10000) to spec.it'],
    ],
    [
      'it!: Record<string, Item[]>;',
      item('self.matches("a.*b")'),
      ['add @MaxProperties(200) and @Values(MaxItems(200)) to spec.it, and add @MaxLength(512) to spec.it[*][].name'],
    ],
    [
      '@XValidation({ rule: \'self.all(a, a.all(b, b.all(c, c.matches("a.*b"))))\' }) it!: string[][][];',
      '',
      ['add @MaxItems(100) and @Items(MaxItems(50), Items(MaxItems(50), Items(MaxLength(64)))) to spec.it'],
    ],
    [
      `@XValidation({ rule: 'self.a <= self.b', messageExpression: '"at most " + string(self.b)' }) it!: { a: Int32; b: Int32 };`,
      '',
      ["limits do not help here; write the message with format: 'at most %d'.format([self.max])"],
    ],
    [
      twelve.join('\n'),
      '',
      ['change @MaxItems(200) of spec.it0 to @MaxItems(50), and change @MaxItems(200) of spec.it10 to @MaxItems(50)'],
    ],
  ])('limits are suggested, case %#', async (spec, before, help) => {
    expect(await helpFor({ spec, before })).toEqual(help);
  });

  it('the suggested limits are accepted', async () => {
    const kind = kindOf({
      spec: `@MaxItems(200) @Items(MaxLength(512)) @XValidation({ rule: '${compare}' }) it!: string[];`,
    });
    const { errors } = await helper.ask({ operation: 'object', object: emitCrd(kind, '0.0.0').text });
    expect(errors).toBeUndefined();
  });

  it.each([
    [`@XValidation({ rule: 'self.mising == 1' }) it!: { missing: Int32 };`, 'did you mean missing?'],
    [
      `@XValidation({ rule: 'self.my-field == 1' }) it!: { 'my-field': Int32 };`,
      'write my__dash__field: this is the name of the field my-field in CEL',
    ],
    [`@XValidation({ rule: 'self.a == 1' }) it!: { a: Double };`, 'fix the rule'],
    [`@XValidation({ rule: 'port > 1' }) it!: { port: Int32 };`, 'write self.port'],
    [`@XValidation({ rule: 'slef.a == "x"' }) it!: { a: string };`, 'did you mean self?'],
    [
      `@XValidation({ rule: 'self.a == "x"', messageExpression: 'self.aaa + self.bbbb' }) it!: { a: string; bbb: string };`,
      'did you mean bbb?',
    ],
    [`@XValidation({ rule: 'self.a.startsWith("x")' }) it!: { a: string[] };`, 'fix the rule'],
  ])('%s: %s', async (spec, help) => {
    expect((await helpFor({ spec })).join('\n')).toContain(help);
  });

  it('samples satisfy typical rules', async () => {
    const { source, names } = sampleCases();
    const { model } = analyzeSources({ 'src/api/v1/cases.types.ts': source });
    const [before, after, invalid]: [string[], string[], string[]] = [[], [], []];
    for (const kind of model.kinds) {
      const crd = emitCrd(kind, '0.0.0').text;
      const [version] = kind.versions;
      const sample = emitSample(kind, version!, 'p');
      const { errors = [], problem } = await helper.ask({ operation: 'object', object: sample.text, crds: [crd] });
      const name = names.get(kind.kind)!;
      if (problem !== undefined) invalid.push(name);
      else if (errors.length > 0) {
        before.push(name);
        const tried = await triedSample(limitedAsker(upstream, 1e6), crd, { version: version!, sample });
        const object = printSample(tried!.object);
        const verdict = await helper.ask({ operation: 'object', object, crds: [crd] });
        if (verdict.errors !== undefined) after.push(name);
      }
    }
    // Most of the others need a trial.
    expect(before.length).toBeGreaterThan(100);
    expect({ all: model.kinds.length, invalid: invalid.length, after }).toEqual({
      all: 213,
      // Their CRDs are rejected: a rule costs too much, or compares with an old item of a list.
      invalid: 9,
      after: [],
    });
  });
});
