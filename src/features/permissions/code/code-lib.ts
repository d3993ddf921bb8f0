import { utilityTypes, type Library } from '../../../language/compiler/mini-lib.js';

/**
 * The part of the standard library through which code passes values on: collections, promises, and functions. Members
 * that only compute are omitted. Loading the real library takes longer than reading the code of twenty controllers.
 */
const codeLib = `
interface SymbolConstructor { readonly iterator: unique symbol; readonly asyncIterator: unique symbol }
declare var Symbol: SymbolConstructor;
interface Symbol { valueOf(): symbol }
interface IteratorYieldResult<T> { done?: false; value: T }
interface IteratorReturnResult<R> { done: true; value: R }
type IteratorResult<T, R = any> = IteratorYieldResult<T> | IteratorReturnResult<R>;
interface Iterator<T, R = any, N = any> { next(...given: [] | [N]): IteratorResult<T, R> }
interface Iterable<T, R = any, N = any> { [Symbol.iterator](): Iterator<T, R, N> }
interface IterableIterator<T, R = any, N = any> extends Iterator<T, R, N> { [Symbol.iterator](): IterableIterator<T, R, N> }
interface IteratorObject<T, R = any, N = any> extends Iterator<T, R, N> { [Symbol.iterator](): IteratorObject<T, R, N> }
interface Generator<T = unknown, R = any, N = any> extends IteratorObject<T, R, N> { [Symbol.iterator](): Generator<T, R, N> }
interface AsyncIterator<T, R = any, N = any> { next(...given: [] | [N]): Promise<IteratorResult<T, R>> }
interface AsyncIterable<T, R = any, N = any> { [Symbol.asyncIterator](): AsyncIterator<T, R, N> }
interface AsyncGenerator<T = unknown, R = any, N = any> extends AsyncIterator<T, R, N> { [Symbol.asyncIterator](): AsyncGenerator<T, R, N> }
interface ConcatArray<T> { readonly length: number; readonly [n: number]: T }
interface ReadonlyArray<T> {
  readonly length: number; readonly [n: number]: T;
  [Symbol.iterator](): IterableIterator<T>; entries(): IterableIterator<[number, T]>; keys(): IterableIterator<number>; values(): IterableIterator<T>;
  at(index: number): T | undefined; slice(start?: number, end?: number): T[]; concat(...items: (T | ConcatArray<T>)[]): T[];
  includes(value: T): boolean; indexOf(value: T): number; join(separator?: string): string;
  forEach(f: (value: T, index: number, array: readonly T[]) => void): void;
  map<U>(f: (value: T, index: number, array: readonly T[]) => U): U[];
  flatMap<U>(f: (value: T, index: number, array: readonly T[]) => U | readonly U[]): U[]; flat(): any[];
  filter<S extends T>(f: (value: T, index: number, array: readonly T[]) => value is S): S[];
  filter(f: (value: T, index: number, array: readonly T[]) => unknown): T[];
  find<S extends T>(f: (value: T, index: number, array: readonly T[]) => value is S): S | undefined;
  find(f: (value: T, index: number, array: readonly T[]) => unknown): T | undefined; findIndex(f: (value: T, index: number) => unknown): number;
  findLast(f: (value: T, index: number) => unknown): T | undefined;
  some(f: (value: T, index: number) => unknown): boolean; every(f: (value: T, index: number) => unknown): boolean;
  reduce<U>(f: (all: U, value: T, index: number) => U, first: U): U; reduce(f: (all: T, value: T, index: number) => T): T;
  toSorted(f?: (one: T, other: T) => number): T[]; toReversed(): T[]; with(index: number, value: T): T[];
}
interface Array<T> extends ReadonlyArray<T> {
  length: number; [n: number]: T;
  push(...items: T[]): number; unshift(...items: T[]): number; pop(): T | undefined; shift(): T | undefined;
  sort(f?: (one: T, other: T) => number): this; reverse(): T[]; splice(start: number, count?: number, ...items: T[]): T[]; fill(value: T): this;
}
interface ArrayConstructor { isArray(value: any): value is any[]; of<T>(...items: T[]): T[]; from<T>(items: Iterable<T> | ArrayLike<T>): T[]; from<T, U>(items: Iterable<T> | ArrayLike<T>, f: (value: T, index: number) => U): U[]; new <T>(...items: T[]): T[] }
interface ArrayLike<T> { readonly length: number; readonly [n: number]: T }
declare var Array: ArrayConstructor;
interface ReadonlyMap<K, V> { get(key: K): V | undefined; has(key: K): boolean; readonly size: number; forEach(f: (value: V, key: K) => void): void; entries(): IterableIterator<[K, V]>; keys(): IterableIterator<K>; values(): IterableIterator<V>; [Symbol.iterator](): IterableIterator<[K, V]> }
interface Map<K, V> extends ReadonlyMap<K, V> { set(key: K, value: V): this; delete(key: K): boolean; clear(): void }
declare var Map: { new <K = any, V = any>(entries?: Iterable<readonly [K, V]> | null): Map<K, V> };
interface ReadonlySet<T> { has(value: T): boolean; readonly size: number; forEach(f: (value: T) => void): void; values(): IterableIterator<T>; keys(): IterableIterator<T>; [Symbol.iterator](): IterableIterator<T> }
interface Set<T> extends ReadonlySet<T> { add(value: T): this; delete(value: T): boolean; clear(): void }
declare var Set: { new <T = any>(values?: Iterable<T> | null): Set<T> };
interface WeakMap<K, V> { get(key: K): V | undefined; set(key: K, value: V): this; has(key: K): boolean; delete(key: K): boolean }
declare var WeakMap: { new <K = any, V = any>(entries?: Iterable<readonly [K, V]> | null): WeakMap<K, V> };
interface WeakSet<T> { has(value: T): boolean; add(value: T): this }
interface PromiseLike<T> { then<U = T, E = never>(f?: ((value: T) => U | PromiseLike<U>) | null, g?: ((reason: any) => E | PromiseLike<E>) | null): PromiseLike<U | E> }
interface Promise<T> {
  then<U = T, E = never>(f?: ((value: T) => U | PromiseLike<U>) | null, g?: ((reason: any) => E | PromiseLike<E>) | null): Promise<U | E>;
  catch<E = never>(g?: ((reason: any) => E | PromiseLike<E>) | null): Promise<T | E>; finally(f?: (() => void) | null): Promise<T>;
}
interface PromiseConstructor {
  new <T>(f: (resolve: (value: T | PromiseLike<T>) => void, reject: (reason?: any) => void) => void): Promise<T>;
  all<T extends readonly unknown[] | []>(values: T): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }>; all<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>[]>;
  allSettled<T>(values: Iterable<T | PromiseLike<T>>): Promise<any[]>; race<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>>; any<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>>;
  resolve<T>(value: T | PromiseLike<T>): Promise<Awaited<T>>; resolve(): Promise<void>; reject(reason?: any): Promise<never>;
}
declare var Promise: PromiseConstructor;
interface ObjectConstructor {
  keys(value: {}): string[]; values<T>(value: { [s: string]: T } | ArrayLike<T>): T[]; entries<T>(value: { [s: string]: T } | ArrayLike<T>): [string, T][];
  fromEntries<T = any>(entries: Iterable<readonly [PropertyKey, T]>): { [k: string]: T }; assign<T extends {}, U>(target: T, source: U): T & U;
  freeze<T>(value: T): Readonly<T>; groupBy<K extends PropertyKey, T>(items: Iterable<T>, f: (value: T) => K): Partial<Record<K, T[]>>; hasOwn(value: object, key: PropertyKey): boolean;
}
declare var Object: ObjectConstructor;
interface Object { constructor: Function; toString(): string }
interface Function { readonly name: string; apply(self: any, given?: any): any; call(self: any, ...given: any[]): any; bind(self: any, ...given: any[]): any }
interface CallableFunction extends Function {}
interface NewableFunction extends Function {}
type ThisParameterType<T> = T extends (this: infer U, ...given: never) => any ? U : unknown;
interface IArguments { readonly length: number; readonly [n: number]: any }
interface String { readonly length: number; readonly [n: number]: string; split(by: any): string[]; replace(what: any, by: any): string; replaceAll(what: any, by: any): string; toLowerCase(): string; toUpperCase(): string; trim(): string; slice(start?: number, end?: number): string; startsWith(text: string): boolean; endsWith(text: string): boolean; includes(text: string): boolean; [Symbol.iterator](): IterableIterator<string> }
interface TemplateStringsArray extends ReadonlyArray<string> {}
interface Number { toFixed(): string; toString(base?: number): string }
interface Boolean { valueOf(): boolean }
interface BigInt { valueOf(): bigint }
interface RegExp { readonly source: string; test(text: string): boolean; exec(text: string): any }
interface Date { getTime(): number; toISOString(): string }
interface Error { name: string; message: string; stack?: string }
interface ArrayBuffer { readonly byteLength: number }
interface Uint8Array { readonly length: number }
interface Buffer extends Uint8Array {}
interface URL { readonly href: string }
interface AbortSignal { readonly aborted: boolean }
interface AbortController { readonly signal: AbortSignal; abort(): void }
interface ImportMeta {}
interface ErrorConstructor { new (message?: string): Error }
declare var Error: ErrorConstructor;
interface Disposable {}
interface AsyncDisposable {}
${utilityTypes}`;

/** The standard library for programs whose code is analyzed for its control flow. */
export const codeLibrary: Library = { path: '/operator-gen/code-lib.d.ts', text: codeLib };
