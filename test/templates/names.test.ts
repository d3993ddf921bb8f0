import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { classNameOf } from '../../src/project/class-name.js';
import { checkName, variableOf } from '../../src/project/naming.js';
import { apiContext, contexts, controllerContext, deployImageContext, rendered, webhookContext } from './samples.js';

/** Returns the names in PascalCase that the code of files uses, without those made of the kind. */
function namesIn(files: Readonly<Record<string, string>>): readonly string[] {
  const code = Object.entries(files).filter(([path]) => path.endsWith('.ts'));
  const names = code.flatMap(([, text]) => {
    const bare = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`/g, '');
    return [...bare.matchAll(/(?<![.\w#])[A-Z]\w*/g)].map(([name]) => name);
  });
  return [...new Set(names)].filter((name) => !name.includes('WebServer'));
}

describe('the names in what is made of a kind', () => {
  it.each([
    ['controller', controllerContext],
    ['webhook', webhookContext],
    ['conversion', contexts.conversion],
    ['spoke', contexts.spoke],
  ] as const)(
    'are free: the code of a %s has another name for a class that is called as something it uses',
    async (set, context) => {
      const used = namesIn(await rendered(set, context as never));
      expect(used).toContain(set === 'spoke' ? 'Hub' : 'Manager');
      const isRenamed = async (kind: string): Promise<boolean> => {
        const texts = Object.values(await rendered(set, { ...context, kind }));
        return texts.every((text) => !text.includes(kind) || text.includes(`${kind} as Runtime${kind} }`));
      };
      const taken = used.filter((name) => classNameOf(name) === name);
      expect(
        (await Promise.all(taken.map(async (name) => (await isRenamed(name)) || name))).filter((each) => each !== true),
      ).toEqual([]);
    },
  );

  it('are free: the types of a kind have another name for what they import and is called as the kind', async () => {
    const context = { ...apiContext, protectedGroup: true, storageOfSeveral: true };
    const used = namesIn(await rendered('resource', context));
    expect(used).toContain('StorageVersion');
    for (const kind of used) {
      const [types = ''] = Object.values(await rendered('resource', { ...context, kind }));
      expect(types).toContain(`${kind} as Runtime${kind},`);
      expect(types.split(new RegExp(`(?<!')\\bRuntime${kind}\\b`)).length).toBeGreaterThan(2);
    }
  });

  it('are free: no kind whose controller runs an image is called as something that its own files import or use', async () => {
    const used = namesIn(await rendered('deploy-image', deployImageContext));
    expect(used).toContain('Deployment');
    expect(used.filter((name) => checkName('kindWithImage', '--kind', name) === undefined)).toEqual([]);
  });

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
