import { commentReason } from '../compiler/comment-reason.js';
import { defined } from '../../base/model/defined.js';
import type { Model } from '../../base/model/model.js';
import type { RbacRule } from '../../base/model/rbac.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { originsOfKeys } from './argument-origins.js';
import { readArguments } from './arguments.js';
import { reportUncalled, type WebhookClass } from './uncalled-methods.js';
import type { Usage } from './usage.js';
import { annotationsOf } from './usages.js';

/** Declarations in code that are independent of types: permissions and webhooks. */
export type Declarations = Pick<Model, 'rbac' | 'webhooks' | 'webhookConfigurations'>;

type Collected = { readonly [K in keyof Declarations]: Declarations[K][number][] };

/**
 * Returns the permissions and webhooks that a file declares, in source order: as decorators, and as tags on any
 * declaration.
 */
export function declarationsOf(file: ts.SourceFile, analysis: Analysis): Declarations {
  const found: Collected = { rbac: [], webhooks: [], webhookConfigurations: [] };
  const classes: WebhookClass[] = [];
  const visit = (node: ts.Node): void => {
    const before = found.webhooks.length;
    if (canCarry(node)) collect(node, found, analysis);
    const webhooks = found.webhooks.slice(before);
    if (webhooks.length > 0 && typescript.isClassLike(node)) classes.push({ node, webhooks });
    typescript.forEachChild(node, visit);
  };
  visit(file);
  for (const each of classes) reportUncalled(each, found.webhooks, analysis);
  return found;
}

function canCarry(node: ts.Node): boolean {
  return typescript.isStatement(node) || typescript.isClassElement(node) || typescript.isTypeElement(node);
}

function collect(node: ts.Node, found: Collected, analysis: Analysis): void {
  for (const usage of annotationsOf(node, analysis).usages) {
    const { marker, position } = usage;
    if (marker.on === 'schema' || marker.on === 'kind') continue;
    const values = readArguments(usage, analysis);
    if (values === undefined) continue;
    const origins = originsOfKeys(usage, analysis);
    const kept = marker.on === 'rbac' ? keptFor(usage) : {};
    (found[marker.on] as object[]).push({ ...marker.apply(values as never[]), ...kept, position, origins });
  }
}

/** Returns the reason in a comment for a permission that the code does not use. */
function keptFor({ expressions: [first] }: Usage): Pick<RbacRule, 'keptFor'> {
  const decorator = first && typescript.findAncestor(first, typescript.isDecorator);
  return defined({ keptFor: decorator && commentReason(decorator, 'rbac-unused') });
}

/** Returns the declarations of several files, concatenated. */
export function joinDeclarations(all: readonly Declarations[]): Declarations {
  return {
    rbac: all.flatMap(({ rbac }) => rbac),
    webhooks: all.flatMap(({ webhooks }) => webhooks),
    webhookConfigurations: all.flatMap(({ webhookConfigurations }) => webhookConfigurations),
  };
}
