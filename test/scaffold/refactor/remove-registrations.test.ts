import { describe, expect, it } from 'vitest';
import { placeOf } from '../../../src/base/text/text.js';
import { withoutRegistrations } from '../../../src/scaffold/refactor/registrations/remove-registrations.js';

const imports = {
  runtime: "import { webhookManagedBy, type Manager } from '@operator-gen/runtime';\n",
  types: "import { Truck } from '../api/v1/types.js';\n",
  defaulter: "import { TruckDefaulter } from './defaulter.js';\n",
  validator: "import { TruckValidator } from './validator.js';\n",
};

const links = {
  defaulter: '.withDefaulter(new TruckDefaulter())',
  validator: '.withValidator(new TruckValidator())',
  converter: '.withConverter(truckConverter)',
};

type Link = keyof typeof links;

/** Code that registers the webhooks of a kind in one chain. */
function codeWith(...chain: readonly Link[]): string {
  const used = [
    imports.runtime,
    imports.types,
    ...(['defaulter', 'validator'] as const).map((each) => (chain.includes(each) ? imports[each] : '')),
  ];
  const calls = chain.map((each) => links[each]).join('');
  return `${used.join('')}\nexport async function setupTruck(manager: Manager): Promise<void> {\n  await webhookManagedBy(manager).for(Truck)${calls}.complete();\n}\n`;
}

it.each<[gone: readonly Link[], left: readonly Link[]]>([
  [['validator'], ['defaulter']],
  [['defaulter'], ['validator']],
  [['validator'], ['defaulter', 'converter']],
  [['defaulter', 'validator'], ['converter']],
])('removes %j of a chain, with the imports that only they need', (gone, left) => {
  const chain = (['defaulter', 'validator', 'converter'] as const).filter((each) => [...gone, ...left].includes(each));
  const text = codeWith(...chain);
  const positions = gone.map((each) => ({ file: 'all.ts', ...placeOf(text, text.indexOf(links[each]) + 1) }));
  expect(withoutRegistrations('all.ts', text, positions, () => true)).toEqual({ text: codeWith(...left), left: [] });
});

describe('comments', () => {
  it('stay beside the links of a chain that stay', () => {
    const text = codeWith('defaulter', 'validator').replace(
      /webhookManagedBy\(.*/,
      'webhookManagedBy(manager)\n    .for(Truck) // all of them\n    .withDefaulter(new TruckDefaulter())\n    // Since March.\n    .withValidator(new TruckValidator()) // strict\n    .complete();',
    );
    const position = { file: 'all.ts', ...placeOf(text, text.indexOf('withValidator')) };
    const { text: now } = withoutRegistrations('all.ts', text, [position], () => true);
    expect(now).toContain(
      '.for(Truck) // all of them\n    .withDefaulter(new TruckDefaulter())\n    // Since March.\n    .complete();',
    );
  });

  it('of a function go with it, and others stay', () => {
    const other = '\nexport const limit = 3;\n';
    const text = codeWith('validator').replace(
      '\nexport async',
      `${other}\n// Section.\n\n// First line.\n// Second line.\nexport async`,
    );
    const position = { file: 'all.ts', ...placeOf(text, text.indexOf('withValidator')) };
    expect(withoutRegistrations('all.ts', text, [position], () => false).text.trim()).toBe(
      `${other.trim()}\n\n// Section.`,
    );
  });
});

describe('a builder that a function returns', () => {
  const imported = Object.values(imports).join('');
  const withHelper = (helper: string, rest = ''): string =>
    `${imported}\nexport async function setupTruck(manager: Manager): Promise<void> {\n  await hooks(manager)${rest}.complete();\n}\n\n${helper}\n`;
  const chain = (calls: string): string => `webhookManagedBy(manager).for(Truck)${calls}`;
  const forms: readonly (readonly [what: string, form: (calls: string) => string])[] = [
    ['a function', (calls) => `function hooks(manager: Manager) {\n  return ${chain(calls)};\n}`],
    ['an arrow function', (calls) => `const hooks = (manager: Manager) => ${chain(calls)};`],
    [
      'an arrow function with a body',
      (calls) => `const hooks = (manager: Manager) => {\n  return (${chain(calls)});\n};`,
    ],
  ];
  const { defaulter, validator } = links;
  const without = (text: string, ...gone: readonly Link[]) => {
    const positions = gone.map((each) => ({ file: 'all.ts', ...placeOf(text, text.indexOf(links[each]) + 1) }));
    return withoutRegistrations('all.ts', text, positions, () => true);
  };
  const unimported = (text: string): string => text.replace(imports.validator, '');

  it.each(forms)('loses one of its calls: %s', (_, form) => {
    const text = withHelper(form(validator + defaulter));
    expect(without(text, 'validator')).toEqual({ text: unimported(withHelper(form(defaulter))), left: [] });
  });

  it.each(forms)('loses its only call, if others follow: %s', (_, form) => {
    const text = withHelper(form(validator), defaulter);
    expect(without(text, 'validator')).toEqual({ text: unimported(withHelper(form(''), defaulter)), left: [] });
  });

  it.each(forms)('loses a call that follows: %s', (_, form) => {
    const text = withHelper(form(defaulter), validator);
    expect(without(text, 'validator')).toEqual({ text: unimported(withHelper(form(defaulter))), left: [] });
  });

  it.each(forms)('keeps its last call, without which it cannot be completed: %s', (_, form) => {
    const text = withHelper(form(validator));
    expect(without(text, 'validator')).toMatchObject({ text, left: [{ file: 'all.ts' }] });
  });

  it('keeps a call that follows, if the function is in another file', () => {
    const text = withHelper('', validator);
    expect(without(text, 'validator')).toMatchObject({ text, left: [{ file: 'all.ts' }] });
  });
});
