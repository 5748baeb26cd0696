import { committedDocument } from './committed-document.js';
import { PromisedResponses } from './promised-responses.js';
import { SeenOperations } from './seen-operations.js';

/** A response of a service or of the running system. */
export interface SeenResponse {
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Byte for byte. */
  readonly body: string;
  /** The sent body: JSON text, or a value to be serialized. */
  readonly sent?: unknown;
}

/**
 * Every response in a service spec or system test passes through here, the one place that checks them against the
 * OpenAPI document. An exception fails the test that sent the request.
 */
export function onResponse(response: SeenResponse): void {
  promised ??= openDocument();
  const issues = promised.issuesOf(response);
  const { method, path, status } = response;
  if (issues.length > 0)
    throw new Error(
      `${method} ${path.slice(0, 200)}: status ${status}, not as the document says (npm run openapi writes it):\n${issues.join('\n')}`,
    );
  const operation = promised.operationOf(response);
  if (operation) seen.tell(operation.operationId, status);
}

let promised: PromisedResponses | undefined;

/** Single services have no gateway in front of them that counts requests. */
const isCounted = process.env.CORRIDOR_URL !== undefined;
const seen = new SeenOperations(isCounted ? (process.env.COMPOSITION ?? 'all-in-one') : 'unit');

function openDocument(): PromisedResponses {
  return new PromisedResponses(committedDocument(), { isCounted });
}
