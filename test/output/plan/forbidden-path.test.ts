import { describe, expect, it } from 'vitest';
import { contexts } from '../../templates/samples.js';
import { isForbiddenPath } from '../../../src/output/plan/forbidden-path.js';
import { renderTemplates } from '../../../src/project/layout/render.js';

describe('a path that is never written', () => {
  it.each([
    '.git',
    '.git/hooks/pre-commit',
    '.GIT/config',
    '.Git/config',
    'a/.git/hooks/x',
    'src/.git',
    '.git./hooks/x',
    '.git /hooks/x',
    '.git. ./x',
    '.git:x/y',
    '.git::$INDEX_ALLOCATION/config',
    'git~1/config',
    'GIT~1/config',
    'src/Git~2',
    '.g\u200cit/config',
    '.\u200dgit/config',
    '\ufeff.git/config',
    '.gi\u2064t/config',
    '\uff0egit/config',
    '.g\u0131t/config',
    'node_modules/a/index.js',
    'src/node_modules/a.js',
    'Node_Modules/.bin/tsc',
    'node_module\u017f/a.js',
    'NODE_M~1/a.js',
    'node_modules./a.js',
    'VSCODE~1/tasks.json',
    '.vscode/tasks.json',
    '.husky/pre-commit',
    'src/.vscode/tasks.json',
    '.github/workflows/other.yml',
    '.GitHub/workflows/test.yml',
    '.github/workflows/test.yml/x',
    '.operator-gen/pending/redo.json',
    '.operator-gen/x',
    '.OPERATOR-GEN/scaffold.json',
    '.npmrc',
    '.envrc',
    '.gitmodules',
    ' ',
    'src/.. ./x',
    'src/ /x',
  ])('%j', (path) => {
    expect(isForbiddenPath(path)).toBe(true);
  });
});

describe('a path that is written', () => {
  it.each([
    'src/main.ts',
    'src/api/v1/.hidden',
    'src/api/v1/a~1.ts',
    'src/api/v1/a:b.ts',
    'config/samples/_v1_git.yaml',
    'src/git/main.ts',
    'src/node_modules.ts',
    'gitignore',
    '.operator-gen/scaffold.json',
    '.gitignore',
    '.github/workflows/test.yml',
    '.devcontainer/devcontainer.json',
  ])('%j', (path) => {
    expect(isForbiddenPath(path)).toBe(false);
  });

  it.each(Object.keys(contexts) as (keyof typeof contexts)[])('each that a template of %s has', (set) => {
    const paths = renderTemplates({ name: set }, contexts[set]).map(({ path }) => path);
    expect(paths.filter(isForbiddenPath)).toEqual([]);
  });
});
