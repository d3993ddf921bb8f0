import { expect, it } from 'vitest';
import { fromPino, type PinoLike } from './pino.js';

it('writes its messages with pino, and errors in the field that pino expects', () => {
  const said: unknown[] = [];
  const pinoLike = (bound: object): PinoLike => {
    const at = (level: string) => (fields: object, message: string) =>
      said.push([level, { ...bound, ...fields }, message]);
    const child = (fields: object): PinoLike => pinoLike({ ...bound, ...fields });
    return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), child };
  };
  const log = fromPino(pinoLike({}));
  const error = new Error('why');
  log.debug('a');
  log.with({ controller: 'foo' }).info('b', { count: 3 });
  log.warn('c');
  log.error('d', { error });
  expect(said).toEqual([
    ['debug', {}, 'a'],
    ['info', { controller: 'foo', count: 3 }, 'b'],
    ['warn', {}, 'c'],
    ['error', { err: error }, 'd'],
  ]);
});
