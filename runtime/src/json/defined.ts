/** The fields of a type without undefined values, as types with exact optional properties require. */
export type Defined<T> = {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
} & {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K];
};

/** Returns the fields that are not undefined. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
