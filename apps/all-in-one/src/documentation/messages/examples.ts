import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope, MessageType } from '@corridor/contracts';
import {
  type FactType,
  bodyOf,
  payloadOf,
  relatedTypeOf,
  webhookEventTypes,
  type WebhookEventType,
} from '@corridor/webhook-dispatcher-contract';
import { decodeJson } from '@corridor/kernel';
import { messageRegistry, SERVICES } from '@corridor/services';

const FILE = /^([a-z_.]+)\.v(\d+)\.json$/;

/** One example of the current version of each message, by type. @param root of the repository */
export function messageExamples(root = '.'): Map<MessageType, Envelope> {
  const files = SERVICES.map((service) => join(root, 'apps', service, 'contract/fixtures'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder).map((file) => ({ path: join(folder, file), match: FILE.exec(file) })),
    );
  const versions = files.sort((a, b) => Number(a.match?.[2]) - Number(b.match?.[2]));
  return new Map(
    versions.map(({ path, match }) => [
      match?.[1] as MessageType,
      exampleIn(path, Number(match?.[2])), // a later version replaces an earlier one
    ]),
  );
}

/** As a handler of this build receives it: fields that were added later are null. */
const exampleIn = (path: string, dataversion: number): Envelope =>
  messageRegistry.read({ ...decodeJson<Envelope>(readFileSync(path, 'utf8')), dataversion });

export interface DeliveryExample {
  readonly id: string;
  readonly eventType: WebhookEventType;
  readonly createdOn: string;
  readonly relatedEntityId: string | null;
  readonly relatedEntityType: string | null;
  readonly sequence: number;
  readonly payload: object;
}

/** One example of the request body for each event type, made from the messages by the code of the dispatcher. */
export function deliveryExamples(root = '.'): DeliveryExample[] {
  const messages = messageExamples(root);
  return webhookEventTypes.map((eventType, n) => {
    const id = `whn_01K${String(n).padStart(23, '0')}`;
    const about = eventType === 'ping' ? PING : aboutOf(messages.get(eventType) as Envelope<FactType>);
    return JSON.parse(bodyOf({ id, eventType, ...about })) as DeliveryExample;
  });
}

const PING = {
  createdOn: '2026-11-21T09:30:00.123',
  relatedId: null,
  relatedType: null,
  sequence: 2,
  payload: JSON.stringify({ message: 'Is anybody there?' }),
};

const aboutOf = ({ type, version, occurredOn, data }: Envelope<FactType>) => ({
  createdOn: occurredOn,
  relatedId: data.resource.id,
  relatedType: relatedTypeOf(type),
  sequence: version,
  payload: JSON.stringify(payloadOf(data)),
});
