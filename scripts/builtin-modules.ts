import type { Plugin } from 'esbuild';

/**
 * Requests modules of Node.js from the process instead of importing them: an import of `node:fs` reads everything that
 * it exports, and thereby loads `node:fs/promises`, streams and readline; an import of `node:http` loads `fetch` and
 * WebSockets, which take 8 MiB. Of a requested module, only the exports that are used are read.
 */
export const builtinModules: Plugin = {
  name: 'builtin-modules',
  setup(esbuild) {
    // The package yaml has two without the prefix.
    esbuild.onResolve({ filter: /^(?:node:|process$|buffer$)/ }, ({ path, kind }) => ({
      path,
      namespace: kind === 'require-call' ? 'required-builtin' : 'imported-builtin',
    }));
    esbuild.onLoad({ filter: /./, namespace: 'imported-builtin' }, async ({ path }) => {
      const names = Object.keys((await import(path)) as object).filter((name) => name !== 'default');
      const exported = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => builtin.${name})();`);
      return { contents: [`const builtin = ${builtin(path)};`, 'export default builtin;', ...exported].join('\n') };
    });
    esbuild.onLoad({ filter: /./, namespace: 'required-builtin' }, ({ path }) => ({
      // commander has it for commands that are programs of their own; there are none.
      contents: path === 'node:child_process' ? 'exports.spawn = undefined;' : `module.exports = ${builtin(path)};`,
    }));
  },
};

const builtin = (name: string): string => `process.getBuiltinModule(${JSON.stringify(name)})`;
