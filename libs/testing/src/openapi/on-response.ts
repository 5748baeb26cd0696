import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PromisedDocument } from './document-schemas.js';
import { PromisedResponses } from './promised-responses.js';
import { SeenOperations } from './seen-operations.js';

/** An answer as it left the edge of a service or of the running system. */
export interface SeenResponse {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Byte for byte. */
  readonly body: string;
  /** What was sent: JSON text, or what becomes it. */
  readonly sent?: unknown;
}

/**
 * Every answer that the spec of a service or a system test gets passes here: the one place that holds all of them
 * against the OpenAPI document. What it throws fails the test that asked.
 */
export function onResponse(response: SeenResponse): void {
  promised ??= openDocument();
  const issues = promised.issuesOf(response);
  const { method, path, status } = response;
  if (issues.length > 0)
    throw new Error(
      `${method} ${path.slice(0, 200)} answered ${status}, not as docs/openapi.json says (npm run openapi writes it):\n${issues.join('\n')}`,
    );
  const operation = promised.operationOf(response);
  if (operation) seen.tell(operation.operationId, status);
}

let promised: PromisedResponses | undefined;

/** Services by themselves have no gateway before them that counts. */
const isCounted = process.env.CORRIDOR_URL !== undefined;
const seen = new SeenOperations(isCounted ? (process.env.COMPOSITION ?? 'all-in-one') : 'unit');

function openDocument(): PromisedResponses {
  const file = join(process.cwd(), 'docs/openapi.json');
  return new PromisedResponses(JSON.parse(readFileSync(file, 'utf8')) as PromisedDocument, { isCounted });
}
