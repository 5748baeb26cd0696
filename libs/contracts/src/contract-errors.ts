import type { Collection, Contract } from './contract.js';
import type { MessageDefinition } from './message.js';
import type { Problem } from './problem.js';
import { prefixesOf } from './schema.js';

/** The statuses listed in decisions §1, and 500 for everything else. */
const STATUSES: readonly number[] = [400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 503];

/** The errors of a single contract. */
export function contractErrors(contract: Contract): string[] {
  const { service, prefixes, permissions, problems, routes } = contract;
  return [
    ...malformed('service', [service], /^[a-z]+(-[a-z]+)*$/),
    ...malformed('name of a record', Object.keys(prefixes), /^[a-z]+([A-Z][a-z]*)*$/),
    ...malformed('prefix', Object.values(prefixes), /^[a-z]{2,5}$/),
    ...duplicates('prefix', Object.values(prefixes)),
    ...malformed('permission', permissions, /^[a-z]+(-[a-z]+)*:[a-z]+$/),
    ...duplicates('permission', permissions),
    ...Object.entries(problems).flatMap(([code, problem]) => problemErrors(code, problem)),
    ...duplicates(
      'title',
      Object.values(problems).map(({ title }) => title),
    ),
    ...malformed('route', routes, /^(\/operator|\/provider)?\/v1(\/[a-z]+(-[a-z]+)*)+$/),
    ...duplicates('route', routes),
    ...messageErrors(contract),
    ...Object.entries(contract.collections).flatMap(([key, one]) => collectionErrors(contract, key, one)),
  ];
}

const malformed = (what: string, texts: readonly string[], pattern: RegExp): string[] =>
  texts.filter((text) => !pattern.test(text)).map((text) => `${what} ${text} is malformed`);

/** The duplicates of a list. */
const duplicates = (what: string, texts: readonly string[]): string[] =>
  [...new Set(texts.filter((text, i) => texts.indexOf(text) !== i))].map((text) => `${what} ${text} twice`);

function problemErrors(code: string, { status, title, meaning }: Problem): string[] {
  return [
    ...malformed('problem', [code], /^[a-z]+(_[a-z]+)*$/),
    ...(STATUSES.includes(status) ? [] : [`problem ${code} has the status ${status}`]),
    ...malformed(`title of ${code}`, [title], /^[A-Z][^.]*$/),
    ...malformed(`meaning of ${code}`, [meaning], /^[A-Z][^]*\.$/),
    ...(meaning.includes(code) ? [`the meaning of ${code} repeats its code`] : []),
  ];
}

/** A message is named after its service, or after one of its records: `ledger.…`, `transaction.…`. */
export const namespacesOf = ({ service, prefixes }: Pick<Contract, 'service' | 'prefixes'>): string[] => [
  ...new Set([service, ...Object.keys(prefixes)].map(snakeCase)),
];

const snakeCase = (name: string): string =>
  name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function messageErrors(contract: Contract): string[] {
  const namespaces = namespacesOf(contract);
  return Object.entries(contract.messages).flatMap(([type, definition]) => [
    ...malformed('message', [type], /^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/),
    ...(namespaces.includes(type.split('.')[0] ?? '')
      ? []
      : [`message ${type} is in no namespace of its service, which are ${namespaces.join(', ')}`]),
    ...definitionErrors(type, definition),
  ]);
}

function definitionErrors(
  type: string,
  { version, upcast = {}, webhook, data, description }: MessageDefinition,
) {
  const earlier = Array.from({ length: version - 1 }, (_, i) => String(i + 1));
  return [
    ...(Number.isInteger(version) && version > 0 ? [] : [`message ${type} has the version ${version}`]),
    ...(Object.keys(upcast).join() === earlier.join()
      ? []
      : [`message ${type} needs an upcast from each earlier version`]),
    ...malformed(`description of ${type}`, [description], /^[A-Z`][^]*\.$/),
    ...(webhook && !isRecord(data.properties['resource'])
      ? [`message ${type} is for webhooks and has no resource with a title and an id`]
      : []),
  ];
}

const isRecord = (resource: object | undefined): boolean => {
  const { title, properties } = (resource ?? {}) as { title?: string; properties?: { id?: object } };
  return title !== undefined && prefixesOf(properties?.id ?? {}).length > 0;
};

function collectionErrors({ permissions }: Contract, key: string, collection: Collection) {
  const { name, permission = `${name}:read`, order, indexed } = collection;
  return [
    ...malformed('collection', [name], /^[a-z]+(-[a-z]+)*$/),
    ...(permissions.includes(permission) ? [] : [`collection ${key} needs the permission ${permission}`]),
    ...malformed(`order of ${key}`, order, /^[\w.]+:(ASC|DESC)$/),
    ...(order.length > 0 ? [] : [`collection ${key} has no order`]),
    ...(indexed.includes('id') ? [] : [`collection ${key} is not indexed by id`]),
  ];
}
