import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { checkName, variableOf } from '../../src/project/naming.js';
import { apiContext, contexts, controllerContext, deployImageContext, rendered, webhookContext } from './samples.js';

describe('the names in what is made of a kind', () => {
  it.each(['kind', 'kindWithImage'] as const)(
    'are free: no %s is called as something that its own files import or use',
    async (rule) => {
      const sets =
        rule === 'kind'
          ? [
              await rendered('resource', apiContext),
              await rendered('controller', controllerContext),
              await rendered('webhook', webhookContext),
              await rendered('conversion', contexts.conversion),
              await rendered('spoke', contexts.spoke),
            ]
          : [await rendered('deploy-image', deployImageContext)];
      const code = Object.entries(Object.assign(await rendered('group-version', apiContext), ...sets) as object).filter(
        ([path]) => path.endsWith('.ts'),
      );
      expect(code.length).toBe(rule === 'kind' ? 9 : 6);
      for (const [path, text] of code) {
        const bare = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`/g, '');
        const used = [...bare.matchAll(/(?<![.\w#])[A-Z]\w*/g)]
          .map(([name]) => name)
          .filter((name) => !name.includes('WebServer'));
        expect(used.length, path).toBeGreaterThan(/(?:types|controller|webhook)\.ts$/.test(path) ? 3 : -1);
        const free = used.filter((name) => checkName(rule, '--kind', name) === undefined);
        expect(free, path).toEqual([]);
      }
    },
  );

  it.each(
    'Switch Class Package Function Default Import Export Interface Public Static Let Yield Await Enum New'.split(' '),
  )('make a variable of %s that a module may have', (kind) => {
    expect(() => new Script(`'use strict'; async () => { const ${variableOf(kind)} = 1; }`)).not.toThrow();
  });

  it.each(['Log', 'Request'])('make a variable of %s that the reconciler has not got', async (kind) => {
    const context = { ...controllerContext, kind, kindCamel: variableOf(kind) };
    const controller = (await rendered('controller', context))['src/controller/webserver.controller.ts']!;
    expect(controller).toMatch(new RegExp(`const ${kind.toLowerCase()}Object = `));
  });

  it('are the kind as variables are called, where nothing is in the way', () => {
    expect(variableOf('WebServer')).toBe('webServer');
  });
});
