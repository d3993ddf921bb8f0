/** Values that JavaScript can throw, and that cause problems where they are printed. */
export const oddValues: readonly (readonly [name: string, make: () => unknown])[] = [
  ['an error whose name is a symbol', () => Object.defineProperty(new Error('odd'), 'name', { value: Symbol('odd') })],
  ['an error whose message throws', () => Object.defineProperty(new Error('odd'), 'message', { get: fail })],
  ['an error whose cause throws', () => Object.defineProperty(new Error('odd'), 'cause', { get: fail })],
  ['an error whose stack throws', () => Object.defineProperty(new Error('odd'), 'stack', { get: fail })],
  ['an error whose reason throws', () => Object.defineProperty(new Error('odd'), 'reason', { get: fail })],
  ['an error whose message is an object', () => Object.assign(new Error('odd'), { message: Object.create(null) })],
  ['an object without a prototype', () => Object.create(null)],
  ['a proxy that throws whatever it is asked', () => new Proxy(new Error('odd'), failingTraps)],
  ['a proxy of a function that throws', () => new Proxy(() => undefined, failingTraps)],
  ['a proxy that was revoked', revoked],
  ['a symbol', () => Symbol('odd')],
  ['an object that has no text', () => ({ toString: fail, [Symbol.toPrimitive]: fail })],
];

function fail(): never {
  throw new TypeError('not even this');
}

const traps = Object.getOwnPropertyNames(Reflect);
const failingTraps: ProxyHandler<never> = Object.fromEntries(traps.map((trap) => [trap, fail]));

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable(new Error('odd'), {});
  revoke();
  return proxy;
}
