import { posix } from 'node:path';
import type { Files } from '../../support/memory-disk.js';
import { isController, words, type UserEdit } from './user-edit.js';

/** What people do with whole files of code. */
export const fileEdits: readonly UserEdit[] = [
  { line: '# a user renames the class of a controller', edit: renamedReconciler },
  { line: '# a user moves the reconciler to a file of its own', edit: (files) => split(files, 'reconciler') },
  { line: '# a user moves the set-up to a file of its own', edit: (files) => split(files, 'set-up') },
  { line: '# a user extracts helpers of a controller to another file', edit: withHelpers },
];

function renamedReconciler(files: Files): Files {
  return new Map(
    [...files].map(([path, text]) => [
      path,
      path.startsWith('src/controller/') ? text.replaceAll(/\b([A-Z]\w*)Reconciler\b/g, '$1Worker') : text,
    ]),
  );
}

function withHelpers(files: Files): Files {
  const all = new Map(files);
  for (const [path, text] of files) {
    const helpers = path.replace('.controller.ts', '.helpers.ts');
    if (!isController(path) || files.has(helpers)) continue;
    const changed = text.replace(
      /^ {4}log\.info\('reconciling', .*;$/m,
      (line) => `${line}\n    log.info(greeting(request.name));`,
    );
    if (changed === text) continue;
    all.set(
      helpers,
      `/** ${words} */\nexport function greeting(name: string): string {\n  return \`hello \${name}\`;\n}\n`,
    );
    const anchor = /^import [^;]*\.(?:types|kind)\.js';\n/m;
    if (!anchor.test(changed)) continue;
    all.set(
      path,
      changed.replace(anchor, (line) => `${line}import { greeting } from './${posix.basename(helpers, '.ts')}.js';\n`),
    );
  }
  return all;
}

/** Moves one of the two halves of a controller to another file, from which the controller exports it. */
function split(files: Files, half: 'reconciler' | 'set-up'): Files {
  const all = new Map(files);
  for (const [path, text] of files) {
    const other = path.replace('.controller.ts', `.${half}.ts`);
    const parts = /^(.*?)(\n\/\*\* Reconciles .*?^\}\n)(\n\/\*\* Registers .*)$/ms.exec(text);
    if (!isController(path) || files.has(other) || parts === null || /^import [^;{]*;/m.test(parts[1]!)) continue;
    const [, head = '', reconciler = '', setUp = ''] = parts;
    const [moved, stays] = half === 'reconciler' ? [reconciler, setUp] : [setUp, reconciler];
    const name =
      half === 'reconciler' ? /class (\w+)/.exec(reconciler)?.[1] : /(?:function|const) (setup\w+)/.exec(setUp)?.[1];
    if (name === undefined || /^(?:const|let|function|type|interface) /m.test(head)) continue;
    const module = `./${posix.basename(other, '.ts')}.js`;
    const imported = half === 'reconciler' ? `import { ${name} } from '${module}';\n` : '';
    all.set(
      path,
      `${usedImports(head, stays)}${imported}\n// ${words}\nexport { ${name} } from '${module}';\n${stays}`,
    );
    const back = `import { ${/class (\w+)/.exec(reconciler)![1]} } from './${posix.basename(path, '.ts')}.js';\n`;
    all.set(other, `${usedImports(head, moved)}${half === 'set-up' ? back : ''}${moved}`);
  }
  return all;
}

/** The imports of a file that a part of it needs. */
function usedImports(head: string, code: string): string {
  return head.replaceAll(/^import \{([^}]*)\} from ([^;]*);\n/gm, (_, list: string, module: string) => {
    const names = list.split(',').map((each) => each.trim());
    const used = names.filter((each) => each !== '' && new RegExp(`\\b${each.split(' ').at(-1)!}\\b`).test(code));
    return used.length === 0 ? '' : `import { ${used.join(', ')} } from ${module};\n`;
  });
}
