import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import type { Plan } from '../../../output/plan/plan.js';
import type { FoundProject } from '../../../project/find-project.js';
import { controllerFile } from '../../../project/paths.js';
import type { ProjectResource } from '../../../project/project.js';

// The CRDs of config/crd/bases have no conversion; a kustomization adds it.
const installsConversions = /['"`](?:\.\/)?config\/(?:default|crd)\/?['"`]/;
const servesConversions = /\b(?:webhookServerOptions|registerWebhooks)\b/;

/**
 * Reports the tests of a kind's controllers that start an API server and do not serve the conversion of the kind. The
 * scaffolded test does so; one that a user has rewritten may have no place for that change.
 */
export function unconvertedTests(
  host: Host,
  { root, project }: FoundProject,
  { group, kind }: ProjectResource,
  { files }: Plan,
): readonly Diagnostic[] {
  const planned = new Map(files.map(({ path, after }) => [path, after]));
  const tests = project.resources
    .filter((each) => each.group === group && each.kind === kind)
    .flatMap((each) => each.controllers.map((entry) => controllerFile(each, project, entry)))
    .map((path) => path.replace(/\.ts$/, '.test.ts'));
  return [...new Set(tests)].flatMap((path) => {
    const text = planned.has(path) ? planned.get(path) : host.read(posix.join(root, path));
    const at = text?.search(/\b(?:join|start)TestEnvironment\(/) ?? -1;
    if (text === undefined || at < 0 || !installsConversions.test(text) || servesConversions.test(text)) return [];
    const above = text.slice(0, at).split('\n');
    const position = { file: path, line: above.length, column: above.at(-1)!.length + 1 };
    return [diagnostic('unconverted-test', { kind, path }, position)];
  });
}
