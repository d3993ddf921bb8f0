import fc from 'fast-check';

/** A call that reaches its client and its kind in some way, and the permissions that it needs. */
export interface RandomCall {
  readonly kind: string;
  readonly method: string;
  readonly isLive: boolean;
  /** How the client is passed on, outermost first. */
  readonly clientWays: readonly string[];
  readonly kindWays: readonly string[];
}

/** Returns statements that pass a value on under another name, and do something with it there. */
type Way = (n: number, type: string, use: (value: string) => string) => string;

// The value is the constant `x<n>`.
const ways: Readonly<Record<string, Way>> = {
  variable: (n, type, use) => `let v${n}: ${type}; v${n} = x${n}; ${use(`v${n}`)}`,
  field: (n, type, use) =>
    `class F${n} { constructor(private readonly v: ${type}) {} async run() { ${use('this.v')} } } await new F${n}(x${n}).run();`,
  privateField: (n, type, use) =>
    `class F${n} { readonly #v: ${type}; constructor(v: ${type}) { this.#v = v } async run() { ${use('this.#v')} } } await new F${n}(x${n}).run();`,
  getter: (n, type, use) =>
    `class F${n} { get v(): ${type} { return x${n} } async run() { ${use('this.v')} } } await new F${n}().run();`,
  subclass: (n, type, use) =>
    `abstract class B${n} { abstract readonly v: ${type}; async run() { ${use('this.v')} } } class F${n} extends B${n} { readonly v = x${n} } await new F${n}().run();`,
  superclass: (n, type, use) =>
    `class B${n} { constructor(protected readonly v: ${type}) {} } class F${n} extends B${n} { constructor(v: ${type}) { super(v) } async run() { ${use('this.v')} } } await new F${n}(x${n}).run();`,
  overridden: (n, type, use) =>
    `abstract class B${n} { abstract run(v: ${type}): Promise<void> } class F${n} extends B${n} { async run(v: ${type}) { ${use('v')} } } const b${n}: B${n} = new F${n}(); await b${n}.run(x${n});`,
  closure: (n, type, use) => `const f${n} = (v: ${type}) => async () => { ${use('v')} }; await f${n}(x${n})();`,
  helper: (n, type, use) => `async function f${n}(v: ${type}) { ${use('v')} } await f${n}(x${n});`,
  generic: (n, type, use) => `async function f${n}<T extends ${type}>(v: T) { ${use('v')} } await f${n}(x${n});`,
  factory: (n, type, use) => `const f${n} = (): ${type} => x${n}; ${use(`f${n}()`)}`,
  promise: (n, type, use) =>
    `const f${n} = async (): Promise<${type}> => x${n}; const v${n} = await f${n}(); ${use(`v${n}`)}`,
  options: (n, type, use) =>
    `interface O${n} { v: ${type} } const f${n} = async ({ v }: O${n}) => { ${use('v')} }; await f${n}({ v: x${n} });`,
  property: (n, type, use) =>
    `interface O${n} { v: ${type} } const f${n} = async (o: O${n}) => { ${use('o.v')} }; const o${n} = { v: x${n} }; await f${n}(o${n});`,
  callback: (n, type, use) =>
    `const f${n} = async (g: (v: ${type}) => Promise<void>) => g(x${n}); await f${n}(async (v) => { ${use('v')} });`,
  list: (n, type, use) =>
    `const l${n}: ${type}[] = []; l${n}.push(x${n}); for (const v${n} of l${n}) { ${use(`v${n}`)} }`,
  record: (n, type, use) => `const l${n}: Record<string, ${type}> = {}; l${n}.a = x${n}; ${use(`l${n}["a"]!`)}`,
  map: (n, type, use) =>
    `const l${n} = new Map<string, ${type}>().set("a", x${n}); for (const [, v${n}] of l${n}) { ${use(`v${n}`)} }`,
  set: (n, type, use) => `const l${n} = new Set<${type}>([x${n}]); l${n}.forEach(async (v) => { ${use('v')} });`,
  tuple: (n, type, use) => `const [v${n}] = [x${n}] as [${type}]; ${use(`v${n}`)}`,
  rest: (n, type, use) =>
    `const f${n} = async (...all: ${type}[]) => { for (const v of all) { ${use('v')} } }; await f${n}(x${n});`,
  bound: (n, type, use) =>
    `const f${n} = async function (v: ${type}) { ${use('v')} }; await f${n}.bind(undefined, x${n})();`,
};

/** Members of an interface of the project that clients implement. */
const narrow = ['get', 'getOrNull', 'list', 'create', 'update', 'patch', 'apply', 'delete', 'deleteAllOf']
  .map((name) => `${name}(...given: any[]): Promise<any>;`)
  .join(' ');

const clientWays: Readonly<Record<string, Way>> = {
  ...ways,
  any: (n, _, use) => `const v${n}: any = x${n}; ${use(`v${n}`)}`,
  anyParameter: (n, _, use) => `async function f${n}(v: any) { ${use('v')} } await f${n}(x${n});`,
  narrow: (n, _, use) =>
    `interface N${n} extends Pick<Client, 'status' | 'subresource'> { ${narrow} } async function f${n}(v: N${n}) { ${use('v')} } await f${n}(x${n});`,
  narrowField: (n, _, use) =>
    `interface N${n} extends Pick<Client, 'status' | 'subresource'> { ${narrow} } class F${n} { constructor(readonly v: N${n}) {} async run() { ${use('this.v')} } } await new F${n}(x${n} as any).run();`,
  container: (n, type, use) => `const o${n} = { deps: { v: x${n} as ${type} } }; ${use(`o${n}.deps.v`)}`,
  untypedObject: (n, _, use) => `const o${n}: any = { deps: { v: x${n} } }; ${use(`o${n}.deps.v`)}`,
  proxy: (n, _, use) => `const v${n} = new Proxy(x${n}, {}); ${use(`v${n}`)}`,
};

/** Calls by the name of what they test. @param c the client @param k the kind */
const methods: Readonly<
  Record<
    string,
    {
      readonly call: (c: string, k: string) => string;
      readonly reads?: string;
      readonly verbs: string;
      readonly suffix?: string;
    }
  >
> = {
  get: { call: (c, k) => `${c}.get(${k}, key)`, reads: 'get', verbs: '' },
  getOrNull: { call: (c, k) => `${c}.getOrNull(${k}, key)`, reads: 'get', verbs: '' },
  list: { call: (c, k) => `${c}.list(${k})`, reads: 'list', verbs: '' },
  create: { call: (c, k) => `${c}.create(${k}, key)`, verbs: 'create' },
  update: { call: (c, k) => `${c}.update(${k}, key)`, verbs: 'update' },
  patch: { call: (c, k) => `${c}.patch(${k}, key, {})`, verbs: 'patch' },
  apply: { call: (c, k) => `${c}.apply(${k}, key)`, verbs: 'create,patch' },
  delete: { call: (c, k) => `${c}.delete(${k}, key)`, verbs: 'delete' },
  quoted: { call: (c, k) => `${c}["delete"](${k}, key)`, verbs: 'delete' },
  called: { call: (c, k) => `${c}.delete.call(${c}, ${k}, key)`, verbs: 'delete' },
  applied: { call: (c, k) => `${c}.delete.apply(${c}, [${k}, key] as any)`, verbs: 'delete' },
  bound: { call: (c, k) => `${c}.update.bind(${c})(${k}, key)`, verbs: 'update' },
  reflected: { call: (c, k) => `Reflect.apply(${c}.patch, ${c}, [${k}, key, {}])`, verbs: 'patch' },
  deleteAllOf: { call: (c, k) => `${c}.deleteAllOf(${k})`, verbs: 'deletecollection' },
  status: { call: (c, k) => `${c}.status.patch(${k}, key, {})`, verbs: 'patch', suffix: '/status' },
  scale: { call: (c, k) => `${c}.subresource("scale").update(${k}, key)`, verbs: 'update', suffix: '/scale' },
  createOrUpdate: { call: (c, k) => `createOrUpdate(${c}, ${k}, key, () => {})`, reads: 'get', verbs: 'create,update' },
  createOrPatch: { call: (c, k) => `createOrPatch(${c}, ${k}, key, () => {})`, reads: 'get', verbs: 'create,patch' },
};

const resources: Readonly<Record<string, string>> = {
  ConfigMap: 'configmaps',
  Secret: 'secrets',
  Deployment: 'deployments.apps',
  Foo: 'foos.example.com',
  // Another file exports it under this name.
  'kinds.Settings': 'services',
};

const names = (record: object): fc.Arbitrary<string> => fc.constantFrom(...Object.keys(record));

export const randomCall: fc.Arbitrary<RandomCall> = fc.record({
  kind: names(resources),
  method: names(methods),
  isLive: fc.boolean(),
  clientWays: fc.array(names(clientWays), { maxLength: 3 }),
  kindWays: fc.array(names(ways), { maxLength: 2 }),
});

/** Returns a file whose reconciler makes calls. */
export function codeOf(calls: readonly RandomCall[]): string {
  let last = 0;
  const passed = (value: string, type: string, left: readonly string[], use: (value: string) => string): string => {
    const [way, ...others] = left;
    if (way === undefined) return use(value);
    last += 1;
    const n = last;
    const inner = clientWays[way]!(n, type, (next) => passed(next, type, others, use));
    return `const x${n} = ${value}; ${inner}`;
  };
  const statements = calls.map(({ kind, method, isLive, clientWays: client, kindWays: kinds }) => {
    const [value, type] = isLive ? ['this.manager.apiReader', 'Client'] : ['this.manager.client', 'CachedClient'];
    const call = (c: string, k: string) => `await ${methods[method]!.call(c, k)};`;
    return `{ ${passed(value, type, client, (c) => `const c = ${c}; ${passed(kind, 'KindHandle<any>', kinds, (k) => call('c', k))}`)} }`;
  });
  return `import * as kinds from './kinds.js';
declare const key: any;
export class Reconciles implements Reconciler {
  constructor(readonly manager: Manager) {}
  async reconcile(): Promise<void> {
    ${statements.join('\n    ')}
  }
}`;
}

/** What another file of the project exports. */
export const kindsFile = "export { Service as Settings } from '@operator-gen/runtime/k8s/core/v1';";

/** Returns the permissions that a call needs. */
export function permissionOf({ kind, method, isLive }: RandomCall): string {
  const { reads, verbs, suffix = '' } = methods[method]!;
  const read = reads === undefined ? [] : isLive ? [reads] : ['get', 'list', 'watch'];
  const all = [...read, ...verbs.split(',').filter((each) => each !== '')].toSorted();
  const [resource, ...group] = resources[kind]!.split('.');
  return `${all.join(',')} ${[`${resource}${suffix}`, ...group].join('.')}`;
}
