import type { SeenResponse } from './on-response.js';
import { jsonOf, requestIssues } from './promised-requests.js';
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

/** HTML pages, the console, probes and the document itself, which are not part of the API. */
const BESIDE =
  /^\/(health(\/.*)?|problems(\/.*)?|console(\/.*)?|(operator\/)?docs(\/.*)?|(openapi|asyncapi|operator\/openapi)\.json)?$/;
const PROBLEM = { $ref: '#/components/schemas/Problem' };

export interface PromisedOptions {
  /** False behind the gateway, which counts the requests. */
  readonly isCounted: boolean;
}

/** Compares responses with the document. */
export class PromisedResponses {
  private readonly schemas: DocumentSchemas;
  private readonly routes: readonly Route[];

  constructor(
    document: PromisedDocument,
    private readonly options: PromisedOptions,
  ) {
    this.schemas = new DocumentSchemas(document);
    this.routes = routesOf(document);
  }

  /** The operation of a response, or null. */
  operationOf({ method, path }: Pick<SeenResponse, 'method' | 'path'>): PromisedOperation | null {
    const pathname = pathnameOf(path);
    return this.routes.find((one) => one.method === method && one.pattern.test(pathname))?.operation ?? null;
  }

  /** The differences between a response and the document, one line each. */
  issuesOf(seen: SeenResponse): string[] {
    if (BESIDE.test(pathnameOf(seen.path))) return [];
    const operation = this.operationOf(seen);
    if (!operation || isUnknownSpelling(seen)) return this.refusalIssues(seen);
    const response = operation.responses[String(seen.status)] as object | undefined;
    if (!response)
      return [`${operation.operationId} does not promise status ${seen.status}: ${seen.body.slice(0, 300)}`];
    const { content, headers = {} } = this.schemas.resolved(response) as Content & {
      headers?: Record<string, object>;
    };
    return [
      ...this.bodyIssues(seen, content ?? {}),
      ...this.headerIssues(seen, headers),
      ...(seen.status === 200 ? requestIssues(this.schemas, operation, seen) : []),
    ];
  }

  /** The response to an undocumented path or method is a problem document. */
  private refusalIssues(seen: SeenResponse): string[] {
    if (seen.method === 'HEAD' || seen.method === 'OPTIONS') return [];
    if (seen.status < 400)
      return [`${seen.method} ${seen.path} is not in the document and returned status ${seen.status}`];
    const missing = seen.status === 405 && !seen.headers['allow'] ? ['405 without Allow'] : [];
    return [...missing, ...this.bodyIssues(seen, { 'application/problem+json': { schema: PROBLEM } })];
  }

  private bodyIssues({ headers, body }: SeenResponse, content: NonNullable<Content['content']>): string[] {
    const type = headers['content-type'] ?? '';
    const promised = content[type.split(';', 1)[0] ?? ''];
    if (!promised) return [`content-type ${type} instead of ${Object.keys(content).join()}`];
    const isText = /^(application\/(x-ndjson|xml|pdf)|text\/(csv|event-stream))/.test(type);
    return this.schemas.issues(promised.schema, isText ? body : jsonOf(body));
  }

  private headerIssues({ headers }: SeenResponse, promised: Readonly<Record<string, object>>): string[] {
    return Object.entries(promised).flatMap(([name, promise]) => {
      if (!this.options.isCounted && name.startsWith('RateLimit')) return [];
      const { required = false, schema } = this.schemas.resolved(promise) as Header;
      const value = headers[name.toLowerCase()];
      if (value === undefined) return required ? [`no header ${name}`] : [];
      return this.schemas.issues(schema, value).map((issue) => `header ${name}: ${value}: ${issue}`);
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

/** As the router decodes it: `/v1/%77allets` is `/v1/wallets`. */
function pathnameOf(path: string): string {
  const pathname = path.split(/[?#]/, 1)[0] ?? '';
  try {
    return pathname.split('/').map(decodeURIComponent).join('/');
  } catch {
    return pathname;
  }
}

/** The gateway accepts each path in one spelling and does not forward others. */
const isUnknownSpelling = ({ path, status }: SeenResponse): boolean =>
  status === 404 && pathnameOf(path) !== path.split(/[?#]/, 1)[0];
