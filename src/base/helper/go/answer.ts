import type { Position } from '../../model/position.js';

/** The facts found in the Go code of an operator, as `upstream/gocode/answer.go` writes them. */
export interface GoAnswer {
  readonly files: readonly GoFile[];
  readonly controllers: readonly GoController[];
  /** Methods of kinds that convert between versions, or the methods that would replace registered converters. */
  readonly conversions: readonly GoConversion[];
  /** Files that cannot be read, except for their markers. */
  readonly problems: readonly { readonly reason: string; readonly position: Position }[];
}

/** Something with a name, and its place. */
export interface GoNamed {
  readonly name: string;
  readonly position: Position;
}

/** The facts in one file. */
export interface GoFile {
  /** As shown in messages. */
  readonly path: string;
  readonly markers: readonly GoMarker[];
  readonly flags: readonly GoFlag[];
  /** Calls that declare the flags of other packages: `klog.InitFlags`. */
  readonly foreignFlags: readonly GoNamed[];
  readonly options: readonly GoManagerOption[];
  /** Options of a manager that are known only at run time, or are in another file. */
  readonly unreadOptions: readonly GoNamed[];
  /** Calls that read options without a value from a configuration file: `AndFrom`. */
  readonly fileOptions: readonly GoNamed[];
  /** The folders of the packages of the project that it imports. */
  readonly imports: readonly string[];
  /** Places at which a manager is created. */
  readonly managers: readonly Position[];
  readonly lease?: GoLease;
  /** Names of the Lease that are declared as defaults: `const DefaultLeaderElectionID = "a.example.com"`. */
  readonly usualLeases: readonly GoLease[];
  /** Methods of webhooks and conversions that have logic. */
  readonly webhookMethods: readonly (GoNamed & { readonly is: 'admission' | 'conversion' })[];
  /** Calls that add something to a manager outside of a controller: runnables, and indexes of fields. */
  readonly additions: readonly GoNamed[];
  /** Functions, other than methods, that convert between versions. */
  readonly converters: readonly GoNamed[];
  /** Calls after which the operator issues the certificate of its webhooks itself. */
  readonly certificateMakers: readonly GoNamed[];
}

/** A marker in a comment: `+kubebuilder:rbac:groups=apps,resources=deployments,verbs=get`. */
export interface GoMarker {
  /** Without the sign, and with its arguments. */
  readonly text: string;
  readonly position: Position;
}

/** A flag that a file declares. */
export interface GoFlag {
  /** Undefined if it is known only at run time. */
  readonly name?: string;
  /** The code of its name. */
  readonly code: string;
  readonly position: Position;
  /** Its letter, as in `-m`. */
  readonly shorthand?: string;
  /** Whether it takes no value from the next word. */
  readonly isSwitch?: boolean;
}

/** An option of a manager, such as `LeaseDuration` or `Metrics.ExtraHandlers`. */
export interface GoManagerOption extends GoNamed {
  /** The code of its value. */
  readonly code: string;
  /** Its value, or the default of its flag, as a text; undefined if it is known only at run time. */
  readonly constant?: string;
  /** The flag that sets it. */
  readonly flag?: string;
  /** Whether it is the opposite, as in `!open`, of which the constant, the flag and the assignments are those of `open`. */
  readonly isNegated?: boolean;
  /** The later assignments to the variable with its value, in their order. */
  readonly assigned: readonly GoAssignment[];
  /** The conditions under which it is set, all of which must be met. */
  readonly conditions: readonly GoCondition[];
}

/** An assignment that gives the variable of an option a value other than its flag. */
export interface GoAssignment {
  /** Its value as a text; undefined if it is known only at run time. */
  readonly constant?: string;
  /** The conditions under which it happens. */
  readonly conditions: readonly GoCondition[];
}

/** A comparison of a value with a text. If neither its flag nor its constant is given, the value is known only at run time. */
export interface GoCondition {
  readonly flag?: string;
  /** The value, or the default of the flag, as a text; undefined if it is known only at run time. */
  readonly constant?: string;
  /** The text that the value must be equal to, or different from. */
  readonly is: string;
  readonly isNot: boolean;
}

/** The name of the Lease of a manager. */
export interface GoLease {
  /** Undefined if it is known only at run time. */
  readonly name?: string;
  /** The flag that sets it. */
  readonly flag?: string;
  readonly position: Position;
}

/** A conversion between versions of a kind. */
export interface GoConversion {
  readonly name: 'Hub' | 'ConvertTo';
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  /** Whether the code says which version is the hub, or only the version of a webhook is known. */
  readonly is: 'declared' | 'registered';
}

/** A type that is named in the code: `appsv1.Deployment`. */
export interface GoType {
  /** The path of its package. */
  readonly path: string;
  readonly name: string;
  /** Whether its package is one of the project. */
  readonly isOwn: boolean;
  /** The group and version that its package declares. */
  readonly group?: string;
  readonly version?: string;
}

/** A controller: the calls on its builder, or a reconciler for which no builder was found. */
export interface GoController {
  readonly position: Position;
  /** The type that reconciles or sets it up; empty for a function. */
  readonly receiver: string;
  /** The method that reconciles, if it is known. */
  readonly reconciler?: { readonly type: string; readonly position: Position };
  /** Whether the code that builds it was found. */
  readonly isBuilt: boolean;
  readonly of?: GoType;
  readonly name?: string;
  readonly owns: readonly GoWatch[];
  readonly watches: readonly GoWatch[];
  /** The filters of the events of the reconciled kind, and those for all kinds. */
  readonly predicates: readonly GoPredicate[];
  readonly eventFilters: readonly GoPredicate[];
  readonly options: GoOptions;
  readonly indexes: readonly GoIndex[];
  /** Parts that cannot be read, or that have no equivalent. */
  readonly unread: readonly GoMarker[];
}

/** Options of a controller with an equivalent in the runtime, by their names there. */
export type GoOptions = Readonly<Record<string, number | boolean>>;

/** A kind that a controller watches. */
export interface GoWatch {
  readonly type: GoType;
  readonly position: Position;
  readonly handler: GoHandler;
  /** Whether only metadata is watched. */
  readonly metadataOnly: boolean;
  readonly predicates: readonly GoPredicate[];
  /** Whether all owners of an owned object are reconciled, and not only its controller. */
  readonly everyOwner: boolean;
}

/** The handler of a watch, which finds the objects to reconcile. */
export type GoHandler =
  | { readonly is: 'self' }
  | { readonly is: 'owner'; readonly of: GoType; readonly onlyController: boolean }
  /** A function of the project; its name is empty if it has none. */
  | { readonly is: 'map'; readonly name: string };

/** A built-in filter of events. */
export type GoPredicate =
  | { readonly is: 'changed'; readonly what: 'generation' | 'label' | 'annotation' | 'resourceVersion' }
  | { readonly is: 'and' | 'or' | 'not'; readonly of: readonly GoPredicate[] };

/** A field by which a controller finds objects in its cache. */
export interface GoIndex {
  readonly type: GoType;
  readonly field: string;
  readonly position: Position;
}
