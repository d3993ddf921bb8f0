/** The utility types of the standard library. */
export const utilityTypes = `
type Partial<T> = { [P in keyof T]?: T[P] };
type Required<T> = { [P in keyof T]-?: T[P] };
type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Pick<T, K extends keyof T> = { [P in K]: T[P] };
type Record<K extends keyof any, T> = { [P in K]: T };
type Exclude<T, U> = T extends U ? never : T;
type Extract<T, U> = T extends U ? T : never;
type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>;
type NonNullable<T> = T & {};
type Parameters<T extends (...a: any) => any> = T extends (...a: infer P) => any ? P : never;
type ConstructorParameters<T extends abstract new (...a: any) => any> = T extends abstract new (...a: infer P) => any ? P : never;
type ReturnType<T extends (...a: any) => any> = T extends (...a: any) => infer R ? R : any;
type InstanceType<T extends abstract new (...a: any) => any> = T extends abstract new (...a: any) => infer R ? R : any;
type Awaited<T> = T extends Promise<infer V> ? Awaited<V> : T;
type NoInfer<T> = intrinsic;
type Uppercase<S extends string> = intrinsic;
type Lowercase<S extends string> = intrinsic;
type Capitalize<S extends string> = intrinsic;
type Uncapitalize<S extends string> = intrinsic;
`;

/**
 * The part of the standard library that API types can use. Loading the real one costs more than analyzing a hundred
 * kinds; whether the user's code is correct TypeScript is left to `tsc`.
 */
export const miniLib = `
interface Array<T> { length: number; [n: number]: T }
interface ReadonlyArray<T> { readonly length: number; readonly [n: number]: T }
interface String { readonly length: number }
interface Number { toFixed(): string }
interface Boolean { valueOf(): boolean }
interface Function { readonly name: string }
interface CallableFunction extends Function {}
interface NewableFunction extends Function {}
interface Object { constructor: Function }
interface RegExp { readonly source: string }
interface IArguments { readonly length: number }
interface Symbol { valueOf(): symbol }
interface BigInt { valueOf(): bigint }
interface Date { getTime(): number }
interface Map<K, V> { get(key: K): V | undefined; readonly size: number }
interface Set<T> { has(value: T): boolean; readonly size: number }
interface Promise<T> { then(f: (value: T) => unknown): unknown }
interface ReadonlyMap<K, V> { get(key: K): V | undefined; readonly size: number }
interface ReadonlySet<T> { has(value: T): boolean; readonly size: number }
interface WeakMap<K, V> { get(key: K): V | undefined }
interface WeakSet<T> { has(value: T): boolean }
interface Iterable<T> { next(): T }
interface Error { name: string; message: string; stack?: string }
interface ArrayBuffer { readonly byteLength: number }
interface Uint8Array { readonly length: number }
interface Buffer extends Uint8Array {}
interface URL { readonly href: string }
interface TemplateStringsArray extends ReadonlyArray<string> {}
${utilityTypes}`;

/** A standard library for a program: its text, and its virtual path. */
export interface Library {
  readonly path: string;
  readonly text: string;
}

/** The virtual path of the standard library of types. */
export const libraryPath = '/operator-gen/lib.d.ts';

/** The standard library for programs of which only the types are read. */
export const typeLibrary: Library = { path: libraryPath, text: miniLib };
