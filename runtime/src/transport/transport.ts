export type QueryValue = string | number | boolean | undefined;

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the server's URL, names already escaped: see `resourcePath`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: string;
  readonly contentType?: string;
  /** Bytes of the largest answer; 256 MiB unless said otherwise. */
  readonly mostBytes?: number | undefined;
  /** In which form the answer is wanted; plain JSON unless said otherwise. */
  readonly accept?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What errors call it: `get deployments.apps default/web`. */
  readonly label: string;
}

/** Told of every answer; how the metrics count requests. */
export type RequestObserver = (request: {
  readonly method: string;
  readonly host: string;
  readonly code: number;
  /** From the time when it was handed to the connections until the head of the answer was there. */
  readonly seconds: number;
  /** What the server warns of, such as a deprecated version, if it does; see `warningLogger`. */
  readonly warnings?: readonly string[];
}) => void;

/** When a stream is given up. */
export interface StreamOptions {
  /** Milliseconds after which it is dead. */
  readonly timeout: number;
  /** Milliseconds in which something has to arrive, the head of the answer first; `timeout` alone where absent. */
  readonly idleTimeout?: number;
  /** Called when the server has begun to answer with what was asked for. */
  readonly onOpen?: () => void;
}

/** One API server, reached through a pool of connections that are kept open. */
export interface Transport {
  /**
   * Sends a request and answers the body's text. Waits and tries again where the server asks for it.
   * @throws ApiError when the server refuses; NotLeaderError when it is a write and `mayWrite` says no; Error, with the cause,
   * when it cannot be reached or does not answer in time
   */
  send(request: TransportRequest): Promise<string>;
  /**
   * Opens a stream of lines and yields each as it arrives; ends when the server ends it.
   * @throws as `send`
   */
  lines(request: TransportRequest, options: StreamOptions): AsyncGenerator<string>;
  /** Adds an observer; answers how to remove it. */
  observe(observer: RequestObserver): () => void;
  /** Closes every connection, for good. Requests fail, those on their way and those that come later. */
  close(): void;
}
