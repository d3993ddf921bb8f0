import { format, type Options } from 'prettier';
import type { Files } from '../../support/memory-disk.js';
import { isCode, isManifest, words, type UserEdit } from './user-edit.js';

const isGeneratedCode = (path: string): boolean => path === 'src/register.ts';
const isText = (path: string): boolean => (isCode(path) && !isGeneratedCode(path)) || isManifest(path);

/** What people do with the form of files. */
export const formEdits: readonly UserEdit[] = [
  {
    line: '# a user formats code with double quotes in narrow lines',
    edit: formatted({ singleQuote: false, printWidth: 60 }, isCode),
  },
  {
    line: '# a user formats code without semicolons in wide lines',
    edit: formatted({ semi: false, singleQuote: true, printWidth: 160, trailingComma: 'none', tabWidth: 4 }, isCode),
  },
  { line: '# a user formats manifests', edit: formatted({ printWidth: 80 }, isManifest) },
  {
    line: '# a user checks files out with the line endings of Windows',
    edit: (files) =>
      new Map([...files].map(([path, text]) => [path, isText(path) ? text.replaceAll(/\r?\n/g, '\r\n') : text])),
  },
  {
    line: '# a user comments code everywhere',
    edit: (files) =>
      new Map(
        [...files].map(([path, text]) => [path, isCode(path) && !isGeneratedCode(path) ? commented(text) : text]),
      ),
  },
];

function formatted(options: Options, isOfSort: (path: string) => boolean): UserEdit['edit'] {
  return async (files: Files) => {
    const texts: [string, string][] = [];
    for (const [path, text] of files) {
      const parser = path.endsWith('.ts') ? 'typescript' : 'yaml';
      const isFormatted = isOfSort(path) && !isGeneratedCode(path);
      texts.push([path, isFormatted ? await format(text, { endOfLine: 'auto', ...options, parser }) : text]);
    }
    return new Map(texts);
  };
}

/** Code with a comment above statements, members, links of chains and imports, and behind some lines. */
function commented(text: string): string {
  if (text.includes(`// ${words} Here`)) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  let isOpen = false;
  return lines
    .flatMap((line) => {
      if (line.includes('`') && line.split('`').length % 2 === 0) isOpen = !isOpen;
      if (isOpen) return [line];
      const indent = /^ */.exec(line)![0];
      if (
        /^ *(?:import|export|@\w+\(|const|await|return|if|\.\w+\(|readonly|async|describe|it)\b/.test(line) &&
        !line.includes('class')
      )
        return [`${indent}// ${words} Here`, line];
      return /[{,;]$/.test(line) && !line.includes('//') && !/^ *[/*]/.test(line) ? [`${line} // and here`] : [line];
    })
    .join(eol);
}
