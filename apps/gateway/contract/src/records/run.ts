import {
  flag,
  id,
  integer,
  listOf,
  named,
  nullable,
  number,
  oneOf,
  part,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { Type } from 'typebox';

/** Long work that staff have started in a service (ADR 83). */
export const run = named('Run', {
  id: id('opr'),
  service: textLike('ledger'),
  kind: textLike('outbox-republish'),
  arguments: Type.Object({}, { additionalProperties: true, description: 'What it was started with.' }),
  dryRun: flag('Whether it only says what it would do.'),
  effect: text('What it does; of a dry run, what it would do.', 'publish 120 messages of 14 streams again'),
  status: oneOf('RUNNING', 'DONE', 'FAILED', 'CANCELLED'),
  total: nullable(integer('How much there was to do when it was started; null if it was not known.')),
  done: integer('How much of it is done.'),
  ratePerSecond: nullable(number('On average since its start.')),
  secondsLeft: nullable(integer('At this rate.')),
  result: nullable(text('What was done.', '120 messages are published again')),
  error: nullable(text('Why it failed.', 'The topic has another number of partitions.')),
  requestedBy: nullable(
    part({ id: textLike('stf_01K00000000000000000000001'), name: textLike('Ines Almeida') }),
  ),
  requestedOn: timestamp,
  endedOn: nullable(timestamp),
});
export type RunResource = RecordOf<typeof run>;
export const runs = listOf(run);
