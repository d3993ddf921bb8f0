import { controllerClass } from './naming.js';
import { controllerFile, converterFile, webhookCodeFile } from './paths.js';
import { hasAdmission, type Project, type ProjectResource } from './project.js';

/** A user file that exports a set-up function. */
export interface SetUp {
  readonly path: string;
  /** Name of the function, e.g. `setupWebServerController`. */
  readonly name: string;
}

/** Returns the controllers of a resource. */
export function controllersOf(project: Project, resource: ProjectResource): readonly SetUp[] {
  return resource.controllers.map((controller) => ({
    path: controllerFile(resource, project, controller),
    name: `setup${controllerClass(resource, controller)}Controller`,
  }));
}

/** Returns the webhooks of a resource, and the conversion if it is the hub. */
export function webhooksOf(project: Project, resource: ProjectResource): readonly SetUp[] {
  const { kind, webhooks } = resource;
  return [
    ...(hasAdmission(resource) ? [{ path: webhookCodeFile(resource, project), name: `setup${kind}Webhook` }] : []),
    ...(webhooks?.conversion ? [{ path: converterFile(resource, project), name: `setup${kind}Conversion` }] : []),
  ];
}

/**
 * Returns a set-up function under the name that its user has given to it: the only exported function that sets anything
 * up, or else the only one.
 * @param text the code of its file
 */
export function presentSetUp(setUp: SetUp, text: string | undefined): SetUp {
  const functions = exportedFunctions(text ?? '');
  // What another file exports as a whole, nobody knows here.
  if (functions.some(({ name }) => name === setUp.name) || /^export \*/m.test(text ?? '')) return setUp;
  const building = functions.filter(({ code }) => /ManagedBy\s*\(/.test(code));
  const [only, ...others] = building.length > 0 ? building : functions;
  return only === undefined || others.length > 0 ? setUp : { ...setUp, name: only.name };
}

const exportedFunction = /^export\s+(?:async\s+)?function\s+([\w$]+)/;
const exportedConstant = /^export\s+const\s+([\w$]+)/;
const functionValue = /^=\s*(?:async\b\s*)?(?:function\b|\(|[\w$]+\s*=>)/;

/** Returns the functions that code exports, with their code; of those from other files, it is not known. */
function exportedFunctions(text: string): readonly { readonly name: string; readonly code: string }[] {
  const declared = text.split(/^(?=export\s)/m).flatMap((code) => {
    const held = holdsFunction(code) ? exportedConstant.exec(code)?.[1] : undefined;
    const name = exportedFunction.exec(code)?.[1] ?? held;
    return name === undefined ? [] : [{ name, code }];
  });
  const listed = Array.from(text.matchAll(/^export\s*\{([^{}]*)\}/gm), ([, names]) => names!.split(','));
  const passedOn = listed.flat().flatMap((each) => {
    // Functions have small letters at the beginning, as classes have capital ones.
    const name = /(?:^|\s)([a-z_$][\w$]*)\s*$/.exec(each)?.[1];
    return name === undefined || name === 'default' || /^\s*type\s/.test(each) ? [] : [{ name, code: '' }];
  });
  return [...declared, ...passedOn];
}

/** Reports whether a constant is a function: one begins behind an equals sign of its first line. */
function holdsFunction(code: string): boolean {
  const line = code.indexOf('\n');
  const first = line < 0 ? code.length : line;
  for (let at = code.indexOf('='); at >= 0 && at < first; at = code.indexOf('=', at + 1))
    if (functionValue.test(code.slice(at, at + 200))) return true;
  return false;
}
