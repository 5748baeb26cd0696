import type { Message, MessageType } from '@corridor/contracts';
import { messageRegistry } from '@corridor/services';
import { fixtures } from '@corridor/testing';
import { indexedEvent, knownForm } from './indexed-event.js';
import { NOT_INDEXED, isIndexed, sentenceOf } from './sentences.js';

const published = messageRegistry.types.filter(isIndexed) as MessageType[];
const examples = fixtures().filter(({ type }) => isIndexed(type));

const SENTENCE = /^[A-Z].*[^.]\.$/;
/** What a missing or unsuitable value looks like in a text. */
const NO_TEXT = /undefined|null|NaN|\[object|`| {2}/;

test.each(examples.map(({ type, version, message }) => [`${type} ${version}`, message] as const))(
  'the timeline says in one sentence what %s is',
  (_name, message) => {
    const { summary } = indexedEvent(message, knownForm(message));
    expect(summary).toMatch(SENTENCE);
    expect(summary).not.toMatch(NO_TEXT);
    expect(summary).not.toBe(`${message.type}.`);
  },
);

test('every type that any service publishes has such an example, or is about messages themselves', () => {
  const shown = new Set<string>(examples.map(({ type }) => type));
  const without = published.filter((type) => !shown.has(type));
  expect(without.filter((type) => !type.startsWith('corridor.'))).toEqual([]);
});

const parked = { consumer: 'ledger', source: 'payments', streamId: 'pi_1', version: 3 };
test.each<[MessageType, object, string]>([
  [
    'corridor.message_parked',
    { ...parked, messageType: 'ledger.transfers_requested' },
    'The service ledger could not handle ledger.transfers_requested: it waits for operators.',
  ],
  ['corridor.message_redriven', parked, 'The service ledger handled the parked message about pi_1.'],
  [
    'corridor.redrive_requested',
    parked,
    'Staff asked the service ledger to handle what is parked about pi_1.',
  ],
  ['corridor.message_discarded', parked, 'The service ledger discarded the parked message about pi_1.'],
  [
    'corridor.discard_requested',
    parked,
    'Staff asked the service ledger to discard the parked message about pi_1.',
  ],
  [
    'corridor.client_closing',
    { service: 'ledger', obstacles: [] },
    'The client is to be closed: nothing is in the way so far; next, ledger looks.',
  ],
])('%s', (type, data, sentence) => {
  expect(sentenceOf({ type, data } as unknown as Message)).toBe(sentence);
});

test('what is left out is about no record', () => {
  for (const type of NOT_INDEXED) expect(isIndexed(type)).toBe(false);
  expect(isIndexed('payment.teleported')).toBe(true);
});
