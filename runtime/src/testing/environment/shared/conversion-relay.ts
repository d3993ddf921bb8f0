import type { IncomingMessage, ServerResponse } from 'node:http';
import { request } from 'node:https';
import { messageOf } from '../../../errors/causes.js';
import { readCertificate } from '../../../serving/certificate.js';
import { listen } from '../../../serving/listen.js';
import type { WebhookTarget } from '../webhook-target.js';
import type { ConversionServer, SharedHost } from './protocol.js';
import { readText } from './read-text.js';

/**
 * A server that forwards conversion requests to the test files, because a definition names one server for all its
 * objects.
 */
export interface ConversionRelay extends Pick<SharedHost, 'addConversionServer' | 'removeConversionServer'> {
  close(): Promise<void>;
}

/** The fields of a review that are read. */
interface Review {
  readonly apiVersion?: string;
  readonly request?: {
    readonly uid?: string;
    readonly objects?: readonly { readonly metadata?: { readonly namespace?: string } }[];
  };
  readonly response?: { readonly result?: { readonly status?: string; readonly message?: string } };
}

const nobody =
  'no test file that runs serves conversions: start a manager with the webhookServerOptions of its environment, and register ' +
  'the webhooks';
/** The time limit of the API server itself is 30 seconds. */
const timeoutMs = 10_000;

/** The answer of the server of a test file. */
interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

/** Starts the server at the address that the API server uses. */
export async function startConversionRelay({ serverOptions }: WebhookTarget): Promise<ConversionRelay> {
  const servers = new Map<string, ConversionServer>();
  const { host, port, certDir } = serverOptions;
  const address = { host, port, flag: 'webhooks.port of shareTestEnvironment' };
  const server = await listen(
    address,
    (review, response) => void relay(servers, review, response),
    readCertificate(certDir),
  );
  return {
    close: () => server.close(),
    addConversionServer: async (added) => void servers.set(added.namespace, added),
    removeConversionServer: async (namespace) => void servers.delete(namespace),
  };
}

async function relay(
  servers: ReadonlyMap<string, ConversionServer>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const text = await readText(incoming);
    outgoing.setHeader('Content-Type', 'application/json');
    outgoing.end(await convert(servers, text));
  } catch (error) {
    outgoing.statusCode = 500;
    outgoing.end(messageOf(error));
  }
}

/**
 * Returns the first successful response. All servers of a run convert in the same way, and the API server also sends
 * requests of its own.
 */
async function convert(servers: ReadonlyMap<string, ConversionServer>, text: string): Promise<string> {
  const { apiVersion, request: question } = JSON.parse(text) as Review;
  const failed = (message: string): string =>
    JSON.stringify({
      kind: 'ConversionReview',
      apiVersion,
      response: { uid: question?.uid, result: { status: 'Failure', message } },
    });
  let failure: string | undefined;
  for (const server of inOrder(servers, question?.objects?.[0]?.metadata?.namespace)) {
    // A file that has not started its server, or has ended it.
    const answer = await ask(server, text).catch(() => undefined);
    // A server that has no converters has nothing at that path.
    if (answer === undefined || answer.status === 404) continue;
    const result = resultOf(answer.text);
    if (result?.status === 'Success') return answer.text;
    // The API server cannot decode anything else, and shows a message about that instead of the problem.
    failure ??= result === undefined ? failed(`a test file answers ${answer.status}: ${answer.text}`) : answer.text;
  }
  return failure ?? failed(nobody);
}

/** Returns the servers in order: first that of the file that owns the objects, then the others, newest first. */
function inOrder(servers: ReadonlyMap<string, ConversionServer>, namespace: string | undefined): ConversionServer[] {
  const own = servers.get(namespace ?? '');
  const others = [...servers.values()].filter((each) => each !== own).toReversed();
  return own === undefined ? others : [own, ...others];
}

function resultOf(answer: string): { readonly status?: string } | undefined {
  try {
    return (JSON.parse(answer) as Review).response?.result;
  } catch {
    return undefined;
  }
}

function ask({ url, certificateAuthority: ca }: ConversionServer, text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json' };
    const sent = request(url, { method: 'POST', headers, ca, agent: false, timeout: timeoutMs });
    sent.once('timeout', () => sent.destroy(new Error(`no answer from ${url}`)));
    sent.once('error', reject);
    sent.once('response', (response) => {
      const answer = (body: string) => resolve({ status: response.statusCode, text: body });
      void readText(response).then(answer, reject);
    });
    sent.end(text);
  });
}
