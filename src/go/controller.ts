import type { GoHandler, GoType } from './kinds.js';
import type { GoOptions } from './options.js';
import type { GoPredicate } from './predicates.js';
import type { GoReconciler } from './reconcilers.js';
import type { GoText } from './text.js';

/** A kind that a controller watches. */
export interface GoWatch {
  readonly type: GoType;
  readonly file: GoText;
  readonly offset: number;
  readonly handler: GoHandler;
  /** Whether only metadata is watched. */
  readonly metadataOnly: boolean;
  readonly predicates: readonly GoPredicate[];
  /** Whether all owners of an owned object are reconciled, and not only its controller. */
  readonly everyOwner: boolean;
}

/** A field by which the cache of a controller finds objects. */
export interface GoIndex {
  readonly type: GoType;
  readonly field: string;
  readonly file: GoText;
  readonly offset: number;
}

/** A part of a controller that cannot be read, or has no equivalent. */
export interface GoUnread {
  readonly text: string;
  readonly file: GoText;
  readonly offset: number;
}

/** A controller: what a builder is told, or a reconciler that nothing was found to build. */
export interface GoController {
  readonly file: GoText;
  readonly offset: number;
  /** The type that reconciles or sets it up; empty for a function. */
  readonly receiver: string;
  /** The method that reconciles, if it is known. */
  readonly reconciler: GoReconciler | undefined;
  /** Whether the code that builds it was found. */
  readonly isBuilt: boolean;
  readonly of: GoType | undefined;
  readonly name: string | undefined;
  readonly owns: readonly GoWatch[];
  readonly watches: readonly GoWatch[];
  /** The filters of the events of the reconciled kind, and of those of all kinds. */
  readonly predicates: readonly GoPredicate[];
  readonly eventFilters: readonly GoPredicate[];
  readonly options: GoOptions;
  readonly indexes: readonly GoIndex[];
  readonly unread: readonly GoUnread[];
}

/** Returns a controller of which nothing is known yet. */
export function emptyController(
  given: Pick<GoController, 'file' | 'offset' | 'receiver' | 'reconciler'>,
): GoController & { readonly unread: GoUnread[] } {
  return {
    ...given,
    ...{ isBuilt: true, of: undefined, name: undefined, owns: [], watches: [], unread: [] },
    ...{ predicates: [], eventFilters: [], options: {}, indexes: [] },
  };
}
