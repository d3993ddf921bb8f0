/** What an event is about: an object as the client and the cache hand it out. */
export interface EventSubject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
}

/** What happened. The words are those of https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/ */
export interface EventDetails {
  readonly type: 'Normal' | 'Warning';
  /** Why, for machines: one word in CamelCase, such as `ScalingFailed`; at most 128 bytes. */
  readonly reason: string;
  /** What was done or tried, for machines: one word in CamelCase, such as `Scale`; at most 128 bytes. */
  readonly action: string;
  /** A sentence for people. Longer than a kilobyte it is cut. */
  readonly note: string;
  /** A second object that has to do with it, such as the Pod that was made. */
  readonly related?: EventSubject | undefined;
}

/**
 * Tells the users of an object what happened to it: `kubectl describe` and `kubectl events` show it.
 * https://pkg.go.dev/k8s.io/client-go/tools/events#EventRecorder
 */
export interface EventRecorder {
  /**
   * Records an event: `Eventf` of client-go. Answers at once and never throws; the event is written in the background. The
   * same event again (type, reason, action, note and objects) is counted in the series of the first. An object gets 25
   * different events at once and one more every five minutes; those beyond are left out.
   */
  event(regarding: EventSubject, details: EventDetails): void;
}
