import { projectOf } from '../project-of.js';
import type { Files } from '../../support/memory-disk.js';

/** Something that a user does with a project between two commands. */
export interface UserEdit {
  /** The line that stands for it among commands: it begins with `#`. */
  readonly line: string;
  /** Makes the edit in what is not generated. Where it has been made, or has no place, nothing changes. */
  readonly edit: (files: Files) => Files | Promise<Files>;
}

/** A comment of a user's, by which it is told whether a command takes it away. */
export const words = "The user's own words.";

/** Leaves out an edit whose markers are for all namespaces where the operator watches only its own. */
export function inWholeCluster({ line, edit }: UserEdit): UserEdit {
  return { line, edit: (files) => (projectOf(files).namespaced ? files : edit(files)) };
}

/** Makes an edit in each file of some sort, unless it has been made there. */
export function eachFile(
  line: string,
  isOfSort: (path: string) => boolean,
  edit: (text: string, path: string) => string,
): UserEdit {
  return {
    line,
    edit: (files) =>
      new Map([...files].map(([path, text]) => [path, isOfSort(path) ? edit(text, path) : text] as const)),
  };
}

export const isController = (path: string): boolean => path.endsWith('.controller.ts');
export const isTypes = (path: string): boolean => path.endsWith('.types.ts');
export const isWebhook = (path: string): boolean => path.endsWith('.webhook.ts');
export const isCode = (path: string): boolean => path.startsWith('src/') && path.endsWith('.ts');
export const isManifest = (path: string): boolean => path.startsWith('config/') && path.endsWith('.yaml');

/** Adds an import of a name above the others. */
export function withImport(text: string, name: string, module: string): string {
  const line = `import { ${name} } from '${module}';\n`;
  const type = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from`);
  if (type.test(text)) return text;
  return text.replace(/^import /m, (first) => `${line}${first}`);
}
