import { posix } from 'node:path';
import { textAt } from '../../../base/model/json-at.js';
import { toYaml } from '../../../base/text/yaml.js';
import type { Layout } from '../../../project/layout/layout.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import { controllerFile } from '../../../project/paths.js';
import { apiGroupOf, type Project } from '../../../project/project.js';

const sampleRead = /(?<=readObject<\w+>\(\s*')config\/samples\/[^']+/;

/**
 * Returns the tests of controllers whose sample, edited by the user, has several objects. A test creates one object,
 * whose file is stored with those of external kinds, where nothing deploys it.
 */
export function testedObjects(
  project: Project,
  layout: Layout,
  config: ReadonlyMap<string, string>,
): ReadonlyMap<string, string | ((scaffolded: string) => string)> {
  const files = new Map<string, string | ((scaffolded: string) => string)>();
  for (const resource of project.resources.filter(({ api }) => api !== undefined)) {
    for (const entry of resource.controllers) {
      const path = controllerFile(resource, project, entry).replace(/\.ts$/, '.test.ts');
      const sample = sampleRead.exec(layout.get(path)?.content ?? '')?.[0];
      const objects = sample === undefined ? [] : objectsOf(config.get(sample));
      const apiVersion = `${apiGroupOf(resource)}/${resource.version}`;
      const object = objects.find(
        (each) => textAt(each, 'kind') === resource.kind && textAt(each, 'apiVersion') === apiVersion,
      );
      if (sample === undefined || object === undefined || objects.length === 1) continue;
      const copy = posix.join('config/external', posix.basename(sample));
      files.set(copy, toYaml(object));
      files.set(path, (scaffolded) => scaffolded.replace(sample, () => copy));
    }
  }
  return files;
}
