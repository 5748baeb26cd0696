import type { SeenAnswer } from './on-response.js';
import { jsonOf, requestFaults } from './promised-requests.js';
import {
  type Content,
  DocumentSchemas,
  type PromisedDocument,
  type PromisedOperation,
} from './document-schemas.js';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly operation: PromisedOperation;
}

interface Header {
  readonly required?: boolean;
  readonly schema: object;
}

/** Pages for people, probes and the document itself: no part of what is promised to programs. */
const BESIDE = /^\/(health(\/.*)?|problems(\/.*)?|docs(\/.*)?|(openapi|asyncapi)\.json)?$/;
const PROBLEM = { $ref: '#/components/schemas/Problem' };

export interface PromisedOptions {
  /** False behind the gateway, which counts the requests. */
  readonly isCounted: boolean;
}

/** What the document says of answers, held against those that were seen. */
export class PromisedAnswers {
  private readonly schemas: DocumentSchemas;
  private readonly routes: readonly Route[];

  constructor(
    document: PromisedDocument,
    private readonly options: PromisedOptions,
  ) {
    this.schemas = new DocumentSchemas(document);
    this.routes = routesOf(document);
  }

  /** The operation that an answer is one of, or null. */
  operationOf({ method, path }: Pick<SeenAnswer, 'method' | 'path'>): PromisedOperation | null {
    const pathname = pathnameOf(path);
    return this.routes.find((one) => one.method === method && one.pattern.test(pathname))?.operation ?? null;
  }

  /** Where an answer is not what the document promises, a line for each fault. */
  faultsOf(answer: SeenAnswer): string[] {
    if (BESIDE.test(pathnameOf(answer.path))) return [];
    const operation = this.operationOf(answer);
    if (!operation || isUnknownSpelling(answer)) return this.refusalFaults(answer);
    const response = operation.responses[String(answer.status)] as object | undefined;
    if (!response)
      return [`${operation.operationId} does not answer ${answer.status}: ${answer.body.slice(0, 300)}`];
    const { content, headers = {} } = this.schemas.resolved(response) as Content & {
      headers?: Record<string, object>;
    };
    return [
      ...this.bodyFaults(answer, content ?? {}),
      ...this.headerFaults(answer, headers),
      ...(answer.status === 200 ? requestFaults(this.schemas, operation, answer) : []),
    ];
  }

  /** A path or method that the document does not have is answered by a problem document. */
  private refusalFaults(answer: SeenAnswer): string[] {
    if (answer.method === 'HEAD' || answer.method === 'OPTIONS') return [];
    if (answer.status < 400)
      return [`${answer.method} ${answer.path} is not in the document and answered ${answer.status}`];
    const missing = answer.status === 405 && !answer.headers['allow'] ? ['405 without Allow'] : [];
    return [...missing, ...this.bodyFaults(answer, { 'application/problem+json': { schema: PROBLEM } })];
  }

  private bodyFaults({ headers, body }: SeenAnswer, content: NonNullable<Content['content']>): string[] {
    const type = headers['content-type'] ?? '';
    const promised = content[type.split(';', 1)[0] ?? ''];
    if (!promised) return [`content-type ${type} instead of ${Object.keys(content).join()}`];
    return this.schemas.faults(promised.schema, jsonOf(body));
  }

  private headerFaults({ headers }: SeenAnswer, promised: Readonly<Record<string, object>>): string[] {
    return Object.entries(promised).flatMap(([name, promise]) => {
      if (!this.options.isCounted && name.startsWith('RateLimit')) return [];
      const { required = false, schema } = this.schemas.resolved(promise) as Header;
      const value = headers[name.toLowerCase()];
      if (value === undefined) return required ? [`no header ${name}`] : [];
      return this.schemas.faults(schema, value).map((fault) => `header ${name}: ${value}: ${fault}`);
    });
  }
}

/** Those with the most literal segments first: `/v1/wallets/search` is no wallet. */
function routesOf({ paths }: PromisedDocument): Route[] {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      operation,
    })),
  );
  const variables = ({ path }: Route) => path.split('{').length;
  return routes.sort((a, b) => variables(a) - variables(b));
}

/** As the router reads it: `/v1/%77allets` is `/v1/wallets`. */
function pathnameOf(path: string): string {
  const pathname = path.split(/[?#]/, 1)[0] ?? '';
  try {
    return pathname.split('/').map(decodeURIComponent).join('/');
  } catch {
    return pathname;
  }
}

/** A gateway takes each path in one spelling: what it does not know it does not forward. */
const isUnknownSpelling = ({ path, status }: SeenAnswer): boolean =>
  status === 404 && pathnameOf(path) !== path.split(/[?#]/, 1)[0];
