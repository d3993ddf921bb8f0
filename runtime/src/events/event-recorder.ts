/** Object of an event, as returned by the client and the cache. */
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

/**
 * Content of an event. The terms are those of
 * https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/
 */
export interface EventDetails {
  readonly type: 'Normal' | 'Warning';
  /** Machine-readable reason: one word in CamelCase, such as `ScalingFailed`; at most 128 bytes. */
  readonly reason: string;
  /** Machine-readable action that was taken or failed: one word in CamelCase, such as `Scale`; at most 128 bytes. */
  readonly action: string;
  /** Sentence for people. Longer texts are cut to one kilobyte. */
  readonly note: string;
  /** Second object that the event involves, such as the Pod that was created. */
  readonly related?: EventSubject | undefined;
}

/**
 * Records events for the users of an object; `kubectl describe` and `kubectl events` show them.
 * See https://pkg.go.dev/k8s.io/client-go/tools/events#EventRecorder
 */
export interface EventRecorder {
  /**
   * Records an event, like `Eventf` of client-go. Returns immediately and never throws; the event is written in the
   * background. A repeat of the same event (type, reason, action, note and objects) is counted in the series of the
   * first. Each object can have 25 different events at once and one more every five minutes; further events are
   * dropped.
   */
  event(regarding: EventSubject, details: EventDetails): void;
}
