import { projectFile } from '../../src/project/paths.js';
import { parseProject } from '../../src/project/project-file.js';
import type { Project } from '../../src/project/project.js';
import type { Files } from '../support/memory-disk.js';

export function projectOf(files: Files): Project {
  return parseProject(files.get(projectFile)!).project;
}
