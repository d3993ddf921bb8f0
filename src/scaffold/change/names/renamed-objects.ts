import { posix } from 'node:path';
import { isMap, type YAMLMap } from 'yaml';
import type { Host } from '../../../base/io/host.js';
import { applyEdits, type Edit } from '../../../base/text/text.js';
import { isYamlProblem, yamlDocuments } from '../../../base/text/yaml-documents.js';
import { isYaml, sampleFile } from '../../../project/paths.js';
import { apiGroupOf, type ProjectResource } from '../../../project/project.js';
import type { Renaming } from '../../../project/renaming.js';
import { isRecorded, readState } from '../../../output/plan/state.js';
import { projectTexts } from '../files/project-texts.js';
import type { ChangedObjects } from '../kustomizations/changed-objects.js';
import { scalarEdit } from './scalar-edit.js';

/**
 * Returns the user's YAML files with objects of renamed kinds, with the new names. Unmodified samples are generated
 * again anyway.
 */
export function renamedObjects(host: Host, root: string, renaming: Renaming): readonly ChangedObjects[] {
  const state = readState(host, root);
  const samples = new Map(renaming.map(([old, renamed]) => [sampleFile(old), sampleFile(renamed)]));
  const changed: ChangedObjects[] = [];
  for (const from of projectTexts(host, root)) {
    const recorded = state.get(from);
    if (!isYaml(from) || recorded?.ownership === 'generated') continue;
    const text = host.read(posix.join(root, from));
    if (text === undefined || (recorded !== undefined && isRecorded(recorded, text))) continue;
    const path = samples.get(from) ?? from;
    const content = withNewNames(text, renaming);
    if (path !== from || content !== text) changed.push({ from, path, content });
  }
  return changed;
}

function withNewNames(text: string, renaming: Renaming): string {
  if (!renaming.some(([{ kind }]) => text.includes(kind))) return text;
  const documents = yamlDocuments(text);
  if (isYamlProblem(documents)) return text;
  const edits = documents.flatMap((document) => {
    if (document.errors.length > 0 || !isMap(document.contents)) return [];
    const object = document.contents;
    const found = renaming.find(([old]) => isOf(object, old));
    return found === undefined ? [] : namesIn(text, object, ...found);
  });
  return applyEdits(text, edits);
}

function isOf(object: YAMLMap, resource: ProjectResource): boolean {
  const { version, kind } = resource;
  return object.get('kind') === kind && object.get('apiVersion') === `${apiGroupOf(resource)}/${version}`;
}

function namesIn(text: string, object: YAMLMap, old: ProjectResource, renamed: ProjectResource): readonly Edit[] {
  const sample = `${old.kind.toLowerCase()}-sample`;
  const name: unknown = object.getIn(['metadata', 'name']);
  const isSample = typeof name === 'string' && name.startsWith(sample);
  return [
    ...scalarEdit(text, object.get('apiVersion', true), `${apiGroupOf(renamed)}/${renamed.version}`),
    ...scalarEdit(text, object.get('kind', true), renamed.kind),
    ...(isSample
      ? scalarEdit(
          text,
          object.getIn(['metadata', 'name'], true),
          `${renamed.kind.toLowerCase()}-sample${name.slice(sample.length)}`,
        )
      : []),
  ];
}
