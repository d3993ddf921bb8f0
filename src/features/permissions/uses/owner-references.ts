import { commentReason } from '../../../language/compiler/comment-reason.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { positionOf } from '../../../language/compiler/position.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { defined } from '../../../base/model/defined.js';
import type { PermissionUses } from '../../../base/model/permission.js';
import { bare, runtimeName, visitAll } from '../code/calls.js';
import { propertyIn } from '../code/constants.js';
import { anyKind, joinKinds, type FoundKinds } from '../kinds/found-kinds.js';
import type { KindFinder } from '../kinds/kinds.js';
import type { Tracer } from '../code/tracer.js';

/**
 * Returns the permissions for owner reference literals that block the deletion of the owner: those for the finalizers
 * of the owner. See
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#ownerreferencespermissionenforcement
 */
export function ownerReferenceUses(
  program: SourceProgram,
  tracer: Tracer,
  kinds: KindFinder,
): Pick<PermissionUses, 'used' | 'dynamic'> {
  const written = program.files.flatMap((file) =>
    file.text.includes('blockOwnerDeletion') ? referencesIn(file, program) : [],
  );
  const all = [
    ...written.map((place) => ({ place, ...kindsOf(place, kinds, program) })),
    ...changedReferences(program, tracer, kinds),
  ];
  const call = 'blockOwnerDeletion';
  const verbs = ['update'];
  return {
    used: all.flatMap(({ place, kinds: owners }) =>
      owners.map(({ group, resource, unlisted }) => ({
        ...{ group, resource: `${resource}/finalizers`, verbs, call, ...defined({ unlisted }) },
        position: positionOf(place, program.root),
      })),
    ),
    dynamic: all
      .filter(({ isOpen }) => isOpen)
      .map(({ place, groups }) => ({
        ...{ unknown: 'kind' as const, verbs, subresource: '/finalizers', call },
        position: positionOf(place, program.root),
        ...defined({ groups, acknowledged: commentReason(place, 'rbac-dynamic') }),
      })),
  };
}

/** Returns the references that start to block the deletion through an assignment after their creation. */
function changedReferences(
  program: SourceProgram,
  tracer: Tracer,
  kinds: KindFinder,
): readonly (FoundKinds & { readonly place: ts.Node })[] {
  return tracer.changesOf('blockOwnerDeletion').flatMap(({ object, to }) => {
    const isOff = !('from' in to) && to.kind === typescript.SyntaxKind.FalseKeyword;
    const isReference = program.checker.getPropertyOfType(program.checker.getTypeAtLocation(object), 'uid');
    if (isOff || !isReference) return [];
    const { values, isOpen } = tracer.originsOf(object);
    const found = [...values].map((each) => kindsOf(each, kinds, program));
    return [{ place: object, ...joinKinds(found, isOpen || found.length === 0) }];
  });
}

/** Returns the literals of owner references that block the deletion, or may do so. */
function referencesIn(file: ts.SourceFile, program: SourceProgram): readonly ts.ObjectLiteralExpression[] {
  const { checker } = program;
  const found: ts.ObjectLiteralExpression[] = [];
  visitAll(file, (node) => {
    if (!typescript.isObjectLiteralExpression(node)) return;
    if (checker.getPropertyOfType(checker.getTypeAtLocation(node), 'uid') === undefined) return;
    const blocks = propertyIn(node, ['blockOwnerDeletion'], program);
    if (blocks !== undefined && blocks.kind !== typescript.SyntaxKind.FalseKeyword) found.push(node);
  });
  return found;
}

/** Returns the kinds of the owner: by its names in the reference, or by the object from which it takes its UID or its fields. */
function kindsOf(reference: ts.Expression, kinds: KindFinder, program: SourceProgram): FoundKinds {
  if (typescript.isCallExpression(reference)) {
    const [owner] = reference.arguments;
    const isMade = runtimeName(reference.expression, program, () => []) === 'ownerReference';
    return isMade && owner !== undefined ? kinds.kindsOf({ expression: owner }) : anyKind;
  }
  const parts = typescript.isObjectLiteralExpression(reference)
    ? reference.properties.filter(typescript.isSpreadAssignment).map((each) => bare(each.expression))
    : [];
  const [part] = parts;
  if (part !== undefined && typescript.isCallExpression(part)) return kindsOf(part, kinds, program);
  const named = kinds.kindsOf({ expression: reference });
  const uid = propertyIn(reference, ['uid'], program);
  const metadata = uid !== undefined && typescript.isPropertyAccessExpression(uid) ? bare(uid.expression) : undefined;
  const isOfObject = metadata !== undefined && typescript.isPropertyAccessExpression(metadata);
  return named.isOpen && isOfObject ? kinds.kindsOf({ expression: metadata.expression }) : named;
}
