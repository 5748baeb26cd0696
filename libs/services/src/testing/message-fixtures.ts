import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope, MessageType, Messages } from '@corridor/contracts';
import { decodeJson, encodeJson } from '@corridor/kernel';
import { type DeclaredType, SERVICES, contracts } from '../index.js';

const FILE = /^([a-z_.]+)\.v(\d+)\.json$/;
/** Fields that only some senders of a type set. */
const NULL_FOR_SOME = new Set(['holdFor', 'payment']);

interface Fixture {
  readonly type: DeclaredType;
  readonly version: number;
  readonly message: Envelope;
}

/** Every example message, the versions of a type from the first to the one that is sent today. */
export function fixtures(): Fixture[] {
  const all = SERVICES.map((service) => join(process.cwd(), 'apps', service, 'contract/fixtures'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => fixtureOf(folder, file)));
  return all.sort((a, b) => a.version - b.version);
}

function fixtureOf(folder: string, file: string): Fixture {
  const [, type = '', version = ''] = FILE.exec(file) ?? [];
  const message = decodeJson<Envelope>(readFileSync(join(folder, file), 'utf8'));
  return {
    type: type as DeclaredType,
    version: Number(version),
    message: { ...message, dataversion: Number(version) },
  };
}

/** Writes an example of each type and version that has none. An existing one is never changed. */
export function writeMissingFixtures(messages: readonly Envelope[]): void {
  for (const { dataversion, ...message } of messages) {
    const owner = contracts.find((one) => message.type in one.messages)?.service ?? message.source;
    const file = join('apps', owner, 'contract/fixtures', `${message.type}.v${dataversion}.json`);
    const text = JSON.stringify(JSON.parse(encodeJson(message)), null, 2);
    if (!existsSync(file)) writeFileSync(file, `${text}\n`);
  }
}

/** The example of the current version. */
export function fixture<Type extends MessageType>(type: Type): Envelope<Type> {
  const found = fixtures().findLast((one) => one.type === type);
  if (!found) throw new Error(`no contract has a fixture of ${type}`);
  return found.message as Envelope<Type>;
}

/**
 * The ledger's response to a request of another service, as one to a request of this service; any other message
 * unchanged.
 */
export function toTransfer(message: Envelope, transferId: string): Envelope {
  const { data } = message;
  if (!('transferId' in data)) return message;
  return {
    ...message,
    data: { ...data, transferId, relatedEntity: { ...data.relatedEntity, id: transferId } },
  };
}

type RelatedType = Messages['ledger.transfer_posted']['relatedEntity']['type'];

/** A fact of the ledger as if it were about a record of this kind; any other message unchanged. */
export function about(type: RelatedType, message: Envelope): Envelope {
  const { relatedEntity } = message.data as Partial<Messages['ledger.transfer_posted']>;
  if (!relatedEntity) return message;
  return { ...message, data: { ...message.data, relatedEntity: { ...relatedEntity, type } } } as Envelope;
}

/**
 * Where two values are not of the same shape: other fields, or fields of another type, all the way down. A null is a
 * type of its own; lists of different length have the same shape when their items have.
 */
export function differences(before: unknown, now: unknown, at = ''): string[] {
  const [was, is] = [typeOf(before), typeOf(now)];
  if (was !== is) return [`${at}: ${was} has become ${is}`];
  if (Array.isArray(before) && Array.isArray(now)) return differentItems(before, now, at);
  return was === 'object' ? differentMembers(before as Members, now as Members, at) : [];
}

type Members = Readonly<Record<string, unknown>>;

function differentItems(before: readonly unknown[], now: readonly unknown[], at: string): string[] {
  if ((before.length === 0) !== (now.length === 0))
    return [`${at}: ${before.length} and ${now.length} items`];
  return now.flatMap((item, i) => differences(before[Math.min(i, before.length - 1)], item, `${at}/${i}`));
}

function differentMembers(before: Members, now: Members, at: string): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((name) => {
    if (!(name in before && name in now)) return [`${at}/${name}: is ${name in now ? 'new' : 'gone'}`];
    if (NULL_FOR_SOME.has(name) && (before[name] === null || now[name] === null)) return [];
    return differences(before[name], now[name], `${at}/${name}`);
  });
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
