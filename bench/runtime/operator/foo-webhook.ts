import { webhookManagedBy, type DeepReadonly, type Manager } from '@operator-gen/runtime';
import { Foo } from './foo.js';

const defaultedLabel = 'bench.operator-gen.dev/defaulted';

function check({ spec }: DeepReadonly<Foo>): void {
  if (spec.payload === 'forbidden') throw new Error('spec.payload: choose another one');
}

/** Sets a default label, and rejects what the schema cannot. */
export async function setupFooWebhook(manager: Manager): Promise<void> {
  await webhookManagedBy(manager)
    .for(Foo)
    .withDefaulter({
      default: ({ metadata }) => {
        (metadata.labels ??= {})[defaultedLabel] ??= 'true';
      },
    })
    .withValidator({
      validateCreate: (foo) => check(foo),
      validateUpdate: (_, foo) => check(foo),
      validateDelete: () => undefined,
    })
    .complete();
}
