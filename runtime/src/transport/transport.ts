export type QueryValue = string | number | boolean | undefined;

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the server's URL, with escaped names; see `resourcePath`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: string;
  readonly contentType?: string;
  /** Maximum size of the answer in bytes; defaults to 256 MiB. */
  readonly mostBytes?: number | undefined;
  /** Requested format of the answer; defaults to plain JSON. */
  readonly accept?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Name of the request in error messages: `get deployments.apps default/web`. */
  readonly label: string;
}

/** Called for every answer. Metrics use it to count requests. */
export type RequestObserver = (request: {
  readonly method: string;
  readonly host: string;
  readonly code: number;
  /** Time from handing the request to the connections until the head of the answer arrived. */
  readonly seconds: number;
  /** Warnings of the server, such as a deprecated version, if there are any; see `warningLogger`. */
  readonly warnings?: readonly string[];
}) => void;

/** Time limits of a stream. */
export interface StreamOptions {
  /** Maximum duration in milliseconds. */
  readonly timeout: number;
  /**
   * Maximum time without data in milliseconds, starting with the head of the answer; if unset, only `timeout` applies.
   */
  readonly idleTimeout?: number;
  /** Called when the server has started to answer successfully. */
  readonly onOpen?: () => void;
}

/** Connection to one API server, through a pool of keep-alive connections. */
export interface Transport {
  /**
   * Sends a request and returns the body as text. Waits and retries if the server asks for it.
   * @throws ApiError if the server rejects the request; NotLeaderError if it is a write and `mayWrite` returns false;
   * Error, with the cause, if the server cannot be reached or does not answer in time
   */
  send(request: TransportRequest): Promise<string>;
  /**
   * Opens a stream of lines and yields each as it arrives; ends when the server ends it.
   * @throws as `send`
   */
  lines(request: TransportRequest, options: StreamOptions): AsyncGenerator<string>;
  /** Adds an observer; returns a function that removes it. */
  observe(observer: RequestObserver): () => void;
  /** Closes every connection permanently. Requests in flight and later requests fail. */
  close(): void;
}
