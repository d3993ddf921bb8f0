import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/commands.js';
import { cli } from '../cli/framework/support.js';
import { testFolder } from '../support/projects.js';
import { taskPages } from '../support/task-pages.js';

describe('the page about images', () => {
  const { text, blocks } = taskPages.find(({ name }) => name === 'deploy-image')!;
  const command = blocks.find(({ info }) => info === 'sh')!.text.trim();
  const argv = command.split(/[\s\\]+/).slice(2);

  it('shows a command that makes the files, with what is said of them', async () => {
    const project = testFolder();
    await project.init({ domain: 'example.com' });
    const { exitCode, stderr } = await cli(argv, { cwd: project.root, commands });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    const files = [...text.matchAll(/^\| `([^`]+\.(?:ts|yaml)|PROJECT)` \|/gm)].map(([, path]) => path!);
    expect(files.length).toBe(7);
    for (const path of files) expect(readFileSync(join(project.root, path), 'utf8'), path).not.toBe('');
    const said = blocks.find(({ info }) => info === 'text')!.text.trim();
    expect(project.read('src/controller/memcached.controller.ts')).toContain(`new Error('${said}')`);
    expect(project.read('config/manager/manager.yaml')).toContain('name: MEMCACHED_IMAGE');
  });

  it('names every flag that is about an image', () => {
    const listed = [...text.matchAll(/^\| `(--[a-z-]+)` \|/gm)].map(([, flag]) => flag);
    expect(listed).toEqual(argv.filter((word) => /^--(image|run)/.test(word)));
  });
});
