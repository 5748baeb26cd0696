import {
  id,
  integer,
  listOf,
  named,
  nullable,
  oneOf,
  part,
  type RecordOf,
  text,
  textLike,
  timestamp,
} from '@corridor/contracts';

/** Everybody is compared again, in the background. */
export const rescreening = named('Rescreening', {
  id: id('rsc'),
  status: oneOf('RUNNING', 'PAUSED', 'FINISHED'),
  statusReason: nullable(
    text('Why it ended before it had compared everybody.', 'A newer rescreening replaces it.'),
  ),
  listVersions: listOf(text('Each list that was searched.', 'UN 2026-11-20 5f2c81aa')),
  total: integer('Records that have been screened before: those of all clients when it started.'),
  done: integer('Of these, the records that it has passed.'),
  compared: integer('Of these, the current ones, which it has compared.'),
  hits: integer('Of these, the ones with a hit that is neither cleared nor in an open case: they are held.'),
  position: nullable(text('The record after which it continues.', 'ben_01KDVDNA00C4S4H25DC29Q19RT')),
  startedBy: nullable(
    part(
      { id: id('stf'), name: textLike('Ines Almeida') },
      'Null if a new version of a list has started it.',
    ),
  ),
  startedOn: timestamp,
  advancedOn: timestamp,
  finishedOn: nullable(timestamp),
});
export type RescreeningResource = RecordOf<typeof rescreening>;
