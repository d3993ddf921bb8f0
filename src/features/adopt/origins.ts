import type { OriginOf } from '../../base/diagnostics/unwritten-positions.js';
import type { Position } from '../../base/model/position.js';
import type { Project } from '../../project/project.js';
import { definitionOrigins } from '../import/from-crd/origins.js';
import type { Wanted } from '../import/from-crd/resources.js';
import type { Definition } from './definitions.js';

/** The positions of the decorators of each file in the Go project, in order; undefined for a scaffolded one. */
type Origins = ReadonlyMap<string, readonly (Position | undefined)[]>;

interface Made {
  readonly project: Project;
  readonly wanted: readonly Wanted[];
  readonly definitions: readonly Definition[];
  readonly permissions: Origins;
  readonly webhooks: Origins;
}

/** Returns the positions in the Go project from which parts of the new files were generated. */
export function adoptedOrigins({ project, wanted, definitions, permissions, webhooks }: Made): OriginOf {
  const inDefinitions = definitionOrigins(project, wanted, (object, ...path) =>
    definitions.find((each) => each.object === object)?.positionOf(...path),
  );
  return (place) => {
    const { position, text } = place;
    const above = text.split('\n').slice(0, position.line);
    return (
      decoratorOrigin(above, '@Rbac(', permissions.get(position.file)) ??
      decoratorOrigin(above, '@Webhook(', webhooks.get(position.file)) ??
      inDefinitions(place)
    );
  };
}

/** Returns the origin of the last decorator that starts in these lines. */
function decoratorOrigin(
  lines: readonly string[],
  decorator: string,
  origins: readonly (Position | undefined)[] | undefined,
): Position | undefined {
  const count = lines.filter((line) => line.startsWith(decorator)).length;
  return origins?.[count - 1];
}
