import type { Outgoing } from '@corridor/messaging';
import type { FaultRates } from './faults.js';

/** A bug that a simulation has to find. */
export interface PlantedBug {
  /** Replaces the text of a service's statements. */
  readonly statement?: (text: string, service: string) => string;
  /** Replaces a message on its way; null loses it. */
  readonly message?: (message: Outgoing) => Outgoing | null;
  /** The relay marks messages as published although the broker has refused them. */
  readonly marksBeforePublishing?: boolean;
  /** The position of a consumer is stored before its messages have taken effect, which may fail. */
  readonly checkpointsBeforeEffect?: boolean;
  /** Those without which it has no effect. */
  readonly faults?: Partial<FaultRates>;
}

interface Entry {
  readonly amount: { readonly minor: string };
}

/** Debits what should be credited, and the other way round. */
function negated(message: Outgoing): Outgoing {
  const envelope = JSON.parse(message.json) as {
    data: { relatedEntity: { type: string }; entries: Entry[] };
  };
  const { data } = envelope;
  if (data.relatedEntity.type !== 'CONVERSION') return message;
  const entries = data.entries.map((entry) => ({
    ...entry,
    amount: { ...entry.amount, minor: String(-BigInt(entry.amount.minor)) },
  }));
  return { ...message, json: JSON.stringify({ ...envelope, data: { ...data, entries } }) };
}

export const plantedBugs: Readonly<Record<string, PlantedBug>> = {
  'messages are marked before they are published': { marksBeforePublishing: true },
  'the checkpoint is stored before the effect': { checkpointsBeforeEffect: true },
  'a key that was used is not looked up': {
    statement: (text) =>
      text
        .replace('WHERE one.scope IN (given.scope', 'WHERE false AND one.scope IN (given.scope')
        .replace(/(INSERT INTO idempotency_key [^]*\$7::text\[\]\))/, '$1 ON CONFLICT DO NOTHING'),
  },
  'a delivery does not look at its checkpoint, and a fact becomes two notifications': {
    statement: (text, service) =>
      service === 'webhook-dispatcher'
        ? text.replace(
            'SELECT known, dead, kept FROM take_checkpoints',
            `SELECT '[]'::json AS known, dead, kept FROM take_checkpoints`,
          )
        : text,
  },
  'a declined transfer is not reported': {
    message: (message) => (message.type === 'ledger.transfer_declined' ? null : message),
  },
  'an exchange has the wrong sign': {
    message: (message) => (message.type === 'ledger.transfer_requested' ? negated(message) : message),
  },
  'a record is read without its owner': {
    statement: (text) => text.replace('AND one.client_id = given.client_id', ''),
  },
  'nobody looks for due notifications without a trigger': {
    statement: (text) =>
      text.replace('WHERE is_active AND (open_until IS NULL', 'WHERE false AND (open_until IS NULL'),
    faults: { lostTrigger: 0.3 },
  },
};
