import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk } from '../../src/base/io/disk.js';
import { findProject } from '../../src/project/find-project.js';
import { newProjectText } from '../../src/project/project-edit.js';
import { systemError } from '../support/faults.js';
import { temporaryFolder } from '../support/tree.js';

const project = newProjectText({ domain: 'my.domain', projectName: 'shop' }, '0.1.0');

describe('the project of a folder', () => {
  it('is its own, or the nearest above', () => {
    const root = temporaryFolder({ PROJECT: project, 'inner/PROJECT': project, 'inner/src/api/x': '', 'src/x': '' });
    expect(findProject(disk, join(root, 'src')).root).toBe(root);
    expect(findProject(disk, join(root, 'inner/src/api')).root).toBe(join(root, 'inner'));
    expect(findProject(disk, root)).toMatchObject({ text: project, project: { projectName: 'shop', resources: [] } });
  });

  it('is missing where no PROJECT is a file', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'PROJECT'));
    expect(() => findProject(disk, root)).toThrow(
      `project-not-found: no PROJECT file found in ${root} or its parent folders`,
    );
  });

  it('is not read through a link', () => {
    const root = temporaryFolder();
    symlinkSync(join(temporaryFolder({ PROJECT: project }), 'PROJECT'), join(root, 'PROJECT'));
    expect(() => findProject(disk, root)).toThrow('symbolic-link: PROJECT');
  });

  it('is refused with its place when it cannot be read', () => {
    const root = temporaryFolder({ PROJECT: project });
    const host = {
      ...disk,
      read: (): never => {
        throw systemError('EACCES');
      },
    };
    expect(() => findProject(host, root)).toThrow(/unreadable-project: .*EACCES/);
  });
});
