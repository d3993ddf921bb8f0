import { expect, it } from 'vitest';
import { placeOf } from '../../src/merge/text.js';
import { withoutRegistrations } from '../../src/refactor/remove-registrations.js';

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
