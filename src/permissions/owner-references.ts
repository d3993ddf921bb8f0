import { commentReason } from '../compiler/comment-reason.js';
import { typescript, type ts } from '../compiler/compiler.js';
import { positionOf } from '../compiler/position.js';
import type { SourceProgram } from '../compiler/program.js';
import { defined } from '../model/defined.js';
import type { PermissionUses } from '../model/permission.js';
import { bare, visitAll } from './calls.js';
import { propertyIn } from './constants.js';
import type { FoundKinds, KindFinder } from './kinds.js';

/**
 * Returns the permissions for owner references that are written as literals and block the deletion of the owner: the
 * finalizers of the owner.
 * See https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#ownerreferencespermissionenforcement
 */
export function ownerReferenceUses(
  program: SourceProgram,
  kinds: KindFinder,
): Pick<PermissionUses, 'used' | 'dynamic'> {
  const found = program.files.flatMap((file) =>
    file.text.includes('blockOwnerDeletion') ? referencesIn(file, program) : [],
  );
  const all = found.map((reference) => ({ reference, ...kindsOf(reference, kinds, program) }));
  const call = 'blockOwnerDeletion';
  const verbs = ['update'];
  return {
    used: all.flatMap(({ reference, kinds: owners }) =>
      owners.map(({ group, resource }) => ({
        ...{ group, resource: `${resource}/finalizers`, verbs, call },
        position: positionOf(reference, program.root),
      })),
    ),
    dynamic: all
      .filter(({ isOpen }) => isOpen)
      .map(({ reference }) => ({
        ...{ unknown: 'kind' as const, verbs, subresource: '/finalizers', call },
        position: positionOf(reference, program.root),
        ...defined({ acknowledged: commentReason(reference, 'rbac-dynamic') }),
      })),
  };
}

/** Returns the literals of owner references that block the deletion, or can. */
function referencesIn(file: ts.SourceFile, program: SourceProgram): readonly ts.ObjectLiteralExpression[] {
  const found: ts.ObjectLiteralExpression[] = [];
  visitAll(file, (node) => {
    if (!typescript.isObjectLiteralExpression(node) || propertyIn(node, ['uid'], program) === undefined) return;
    const blocks = propertyIn(node, ['blockOwnerDeletion'], program);
    if (blocks !== undefined && blocks.kind !== typescript.SyntaxKind.FalseKeyword) found.push(node);
  });
  return found;
}

/** Returns the kinds of the owner: by its names in the reference, or by the object whose UID it has. */
function kindsOf(reference: ts.ObjectLiteralExpression, kinds: KindFinder, program: SourceProgram): FoundKinds {
  const named = kinds.kindsOf({ expression: reference });
  const uid = propertyIn(reference, ['uid'], program);
  const metadata = uid !== undefined && typescript.isPropertyAccessExpression(uid) ? bare(uid.expression) : undefined;
  const isOfObject = metadata !== undefined && typescript.isPropertyAccessExpression(metadata);
  return named.isOpen && isOfObject ? kinds.kindsOf({ expression: metadata.expression }) : named;
}
