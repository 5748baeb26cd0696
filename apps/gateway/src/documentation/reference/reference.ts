import { type Document, type DocumentedOperation, type Json, operationsOf } from '@corridor/http';

/** An operation with the other paths that do the same. */
export interface Entry extends DocumentedOperation {
  readonly id: string;
  readonly summary: string;
  /** The same search with the query in the body, or below `/v1/clients/{own id}`. */
  readonly aliases: readonly Entry[];
}

export interface Group {
  readonly name: string;
  readonly description: string;
  readonly entries: readonly Entry[];
}

/** The OpenAPI document as the reference shows it. */
export class Reference {
  readonly groups: readonly Group[];
  /** By operationId, aliases included. */
  readonly entries: ReadonlyMap<string, Entry>;

  constructor(private readonly document: Document) {
    const entries = entriesOf(document);
    const tags = document['tags'] as { name: string; description: string }[];
    this.groups = tags
      .map(({ name, description }) => ({
        name,
        description,
        entries: entries.filter(({ operation }) => operation.tags?.[0] === name),
      }))
      .filter((group) => group.entries.length > 0);
    this.entries = new Map(
      entries.flatMap((entry) => [entry, ...entry.aliases]).map((entry) => [entry.id, entry]),
    );
  }

  /** What a `$ref` means, or the object itself. */
  resolve(node: Json): Json {
    const { $ref } = node;
    if (typeof $ref !== 'string') return node;
    return this.resolve($ref.slice(2).split('/').reduce<Json>(memberOf, this.document));
  }
}

const memberOf = (holder: Json, name: string): Json => holder[name] as Json;

/** The operation that a search by body, or one below the own client, repeats: `GET /v1/wallets`. */
const originalOf = ({ method, path, operation }: DocumentedOperation): string => {
  const ofCaller = path.replace(/^\/v1\/clients\/\{clientId\}/, '/v1');
  return operation.operationId.endsWith('ByBody')
    ? `GET ${ofCaller.replace(/\/search$/, '')}`
    : `${method} ${ofCaller}`;
};

function entriesOf(document: Document): Entry[] {
  const all = operationsOf(document).map((one) => ({
    ...one,
    id: one.operation.operationId,
    summary: one.operation.summary ?? one.operation.operationId,
    aliases: [],
  }));
  const known = new Set(all.map(({ method, path }) => `${method} ${path}`));
  const isAlias = (one: Entry) =>
    originalOf(one) !== `${one.method} ${one.path}` && known.has(originalOf(one));
  return all
    .filter((one) => !isAlias(one))
    .map((one) => ({
      ...one,
      aliases: all.filter((other) => isAlias(other) && originalOf(other) === originalOf(one)),
    }));
}
