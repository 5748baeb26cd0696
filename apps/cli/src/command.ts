import { type Document, type Operation, type Schema, parameterOf, schemaOf, typesOf } from './document.js';
import { type Flag, bodyFlags, bodyOnly, kebab, queryFlags } from './flag.js';

/** An operation as a command: `corridor clients suspend <clientId> --reason <text>`. */
export interface Command {
  /** Resource and verb: `['clients', 'suspend']`. */
  readonly words: readonly string[];
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  /** Names of the parameters in the path, in their order. */
  readonly ids: readonly string[];
  readonly flags: readonly Flag[];
  /** Names of the fields that are no options: lists of objects. */
  readonly bodyOnly: readonly string[];
  readonly operation: Operation;
  readonly hasBody: boolean;
  readonly hasKey: boolean;
  /** Whether its response is a page of records. */
  readonly isSearch: boolean;
  /** Whether its response is a run, which can be watched. */
  readonly isRun: boolean;
}

const ROOT = '/operator/v1/';
/** `corridor login` sends it. */
const LOGIN = `${ROOT}auth/token`;
const isParameter = (segment: string) => segment.startsWith('{');

/**
 * The commands of a document. The name follows from the path: its words without parameters are the resource, and then there is a verb.
 * `GET` of a record by its id is `get`, of several `list`, of the only one nothing. A `POST` to what can be listed, or of an operation
 * `create…`, has the first word of its operation id, such as `create`; in any other, the last word of the path is the verb. `PUT` is
 * `change` for a record, `set` for a part of it; `DELETE` is `remove`. The searches by `POST` are those by `GET`.
 */
export function commandsOf(document: Document): Command[] {
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith(ROOT) && path !== LOGIN)
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { operationId }]) => !operationId.endsWith('ByBody'))
        .map(([method, operation]) => commandOf(document, path, method.toUpperCase(), operation)),
    )
    .sort((a, b) => (a.words.join(' ') < b.words.join(' ') ? -1 : 1));
}

function commandOf(document: Document, path: string, method: string, operation: Operation): Command {
  const segments = path.slice(ROOT.length).split('/');
  const parameters = (operation.parameters ?? []).map((one) => parameterOf(document, one));
  const query = parameters.filter((one) => one.in === 'query');
  const isList = isListOf(document, operation);
  const body = operation.requestBody?.content['application/json']?.schema;
  return {
    words: [...segments.filter((one) => !isParameter(one)), ...verbOf(document, path, method, operation)],
    method,
    path,
    ids: segments.filter(isParameter).map((one) => one.slice(1, -1)),
    flags: [...queryFlags(document, query), ...bodyFlags(document, body)],
    bodyOnly: bodyOnly(document, body),
    operation,
    hasBody: body !== undefined,
    hasKey: parameters.some(({ name }) => name === 'X-IDEMPOTENCY-KEY'),
    isSearch: isList && query.some(({ name }) => name === 'cursor'),
    isRun: dataOf(document, operation)?.$ref === '#/components/schemas/Run',
  };
}

function verbOf(document: Document, path: string, method: string, operation: Operation): string[] {
  const isOfRecord = path.endsWith('}');
  if (method === 'GET') return isOfRecord ? ['get'] : isListOf(document, operation) ? ['list'] : [];
  if (method === 'POST') {
    const listed = document.paths[path]?.['get'];
    const isCreation =
      operation.operationId.startsWith('create') || (listed && isListOf(document, listed)) || isOfRecord;
    return isCreation ? [kebab(operation.operationId).split('-')[0] ?? ''] : [];
  }
  if (method === 'DELETE') return ['remove'];
  return [isOfRecord ? 'change' : 'set'];
}

const isListOf = (document: Document, operation: Operation): boolean =>
  typesOf(schemaOf(document, dataOf(document, operation))).includes('array');

const dataOf = (document: Document, { responses }: Operation): Schema | undefined =>
  schemaOf(document, responses['200']?.content?.['application/json']?.schema).properties?.['data'];

/** The command that the first words name, the longest one, and what follows them. */
export function commandIn<One extends Pick<Command, 'words'>>(
  commands: readonly One[],
  words: readonly string[],
): One | null {
  const matching = commands.filter((one) => one.words.every((word, i) => words[i] === word));
  return matching.sort((a, b) => b.words.length - a.words.length)[0] ?? null;
}
