import { expectTypeOf, it } from 'vitest';
import type {
  AnyEventHandler,
  CacheIndex,
  Client,
  CachedClient,
  CachedListOptions,
  Defaulter,
  EventHandler,
  Finalizers,
  IndexMatch,
  ListOptions,
  MapFunction,
  Predicate,
  PreservedData,
  Validator,
} from '../../runtime/src/index.js';
import type { KubernetesObject } from '../../runtime/src/api/object.js';

interface Shop extends KubernetesObject {
  spec: { shelves: number };
}
interface Ship extends KubernetesObject {
  spec: { sails: number };
}

// TypeScript compares the parameters of methods in both directions, so that what is written as methods fits every kind.
it('what is for one kind does not fit another', () => {
  expectTypeOf<EventHandler<Shop>>().not.toExtend<EventHandler<Ship>>();
  expectTypeOf<EventHandler<Shop>>().not.toExtend<AnyEventHandler>();
  expectTypeOf<MapFunction<Shop>>().not.toExtend<MapFunction<Ship>>();
  expectTypeOf<Predicate<Shop>>().not.toExtend<Predicate<Ship>>();
  expectTypeOf<Defaulter<Shop>>().not.toExtend<Defaulter<Ship>>();
  expectTypeOf<Finalizers<Shop>>().not.toExtend<Finalizers<Ship>>();
  expectTypeOf<PreservedData<{ shelves?: number; doors: number }>>().not.toExtend<
    PreservedData<{ shelves?: number; sails: number }>
  >();
  expectTypeOf<CacheIndex<Shop>>().not.toExtend<CacheIndex<Ship>>();
  expectTypeOf<CacheIndex<Shop, 'a'>>().not.toExtend<CacheIndex<Shop>>();
  expectTypeOf<IndexMatch<Shop>>().not.toExtend<IndexMatch<Ship>>();
});

it('what is for every kind fits each of them', () => {
  expectTypeOf<AnyEventHandler>().toExtend<EventHandler<Shop>>();
  expectTypeOf<Defaulter<KubernetesObject>>().toExtend<Defaulter<Shop>>();
  const reads: Client = {} as CachedClient;
  expectTypeOf(reads).toEqualTypeOf<Client>();
});

it('a class with methods is a validator, a defaulter or a handler of its kind', () => {
  class Hooks implements Validator<Shop>, Defaulter<Shop>, EventHandler<Shop> {
    validateCreate({ spec }: { readonly spec: { readonly shelves: number } }): readonly string[] {
      return spec.shelves > 9 ? ['many'] : [];
    }
    validateUpdate(): void {}
    validateDelete(): void {}
    default(shop: Shop): void {
      shop.spec.shelves ??= 1;
    }
    create(): void {}
  }
  expectTypeOf<Hooks>().toExtend<Validator<Shop>>();
  expectTypeOf<Hooks>().not.toExtend<Defaulter<Ship>>();
});

it('a list from the cache has no token of a page among its options', () => {
  const live: ListOptions = { limit: 1, continue: 'token' };
  // @ts-expect-error the cache has no pages
  const cached: CachedListOptions<Shop> = { limit: 1, continue: 'token' };
  expectTypeOf(cached).not.toHaveProperty('continue');
  expectTypeOf(live).toHaveProperty('continue');
});
