import {
  date,
  flag,
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

/** The sanctions lists that can be imported. */
export const screeningListNames = ['OFAC_SDN', 'OFAC_CONSOLIDATED', 'UN', 'EU', 'UK'] as const;

const counts = part({
  total: integer('Entries of the version.'),
  added: integer('Entries that the version before did not have.'),
  changed: integer('Entries that it had otherwise.'),
  removed: integer('Entries that it had, and this version has not.'),
});

/** The import of a version of a sanctions list. */
export const screeningList = named('ScreeningList', {
  id: id('lst'),
  list: oneOf(...screeningListNames),
  files: listOf(text('A file in the folder `SCREENING_LISTS`.', 'SDN.XML')),
  force: flag('Accepted also if it is much shorter than the version before.'),
  status: oneOf('REQUESTED', 'IMPORTED', 'REFUSED'),
  statusReason: nullable(textLike('SDN.XML, line 12, entry 90001: it has no name')),
  version: nullable(
    text(
      'The date of its publication or else of its import, and the start of its digest.',
      '2026-11-20 5f2c81aa',
    ),
  ),
  publishedOn: nullable(date),
  checksum: nullable(text('SHA-256 of the files, hexadecimal.')),
  counts: nullable(counts),
  isCurrent: flag('Names are compared with it: it is the newest imported version of its list.'),
  ageDays: nullable(integer('Whole days since its import.')),
  requestedOn: timestamp,
  finishedOn: nullable(timestamp),
});
export type ScreeningListResource = RecordOf<typeof screeningList>;
