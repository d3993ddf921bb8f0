import { typeNameOf } from './class-name.js';
import { controllerClass } from './naming.js';
import { controllerFile, converterFile, webhookCodeFile } from './paths.js';
import { hasAdmission, type Project, type ProjectResource } from './project.js';

/** A user file that exports a set-up function. */
export interface SetUp {
  readonly path: string;
  /** Name of the function, e.g. `setupWebServerController`. */
  readonly name: string;
  /** Whether the function is the default export of its file, so that importers choose its name. */
  readonly isDefault?: boolean;
  readonly kind: string;
  readonly role: 'controller' | 'webhook' | 'conversion';
}

/** Returns the controllers of a resource. */
export function controllersOf(project: Project, resource: ProjectResource): readonly SetUp[] {
  return resource.controllers.map((controller) => ({
    path: controllerFile(resource, project, controller),
    name: `setup${controllerClass(resource, controller)}Controller`,
    kind: resource.kind,
    role: 'controller',
  }));
}

/** Returns the webhooks of a resource, and the conversion if it is the hub. */
export function webhooksOf(project: Project, resource: ProjectResource): readonly SetUp[] {
  const { kind, webhooks } = resource;
  const typeName = typeNameOf(kind);
  const admission: SetUp = {
    path: webhookCodeFile(resource, project),
    name: `setup${typeName}Webhook`,
    kind,
    role: 'webhook',
  };
  const conversion: SetUp = {
    path: converterFile(resource, project),
    name: `setup${typeName}Conversion`,
    kind,
    role: 'conversion',
  };
  return [...(hasAdmission(resource) ? [admission] : []), ...(webhooks?.conversion ? [conversion] : [])];
}
