import {
  flag,
  integer,
  id,
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

/** Records of the files in which a bank speaks, which only staff see (production.md §6). */

const states = ['WAITING', 'READ', 'SET_ASIDE', 'DISCARDED'] as const;
const reason = textLike(
  'The credit FT26327ABCD of GB33BUKB20201555555555 in N-1 stands for 12 that are not told.',
);

export const bankFile = named('BankFile', {
  id: id('bf'),
  name: text('As the bank has named it; another file can have the same name.', 'camt054-20261123.xml'),
  digest: text(
    'SHA-256 of its content, in hexadecimal digits: the same content is one file.',
    'a665a45920422f9d417e4867efdc4fb8a04a1f3fff1fa07e998e86f7f7a27ae3',
  ),
  status: oneOf(...states),
  reason: nullable(reason),
  history: listOf(
    part(
      {
        status: oneOf(...states),
        reason: nullable(reason),
        by: nullable(part({ id: id('stf'), name: textLike('Ines Almeida') })),
        on: timestamp,
      },
      'One entry for each status reached, oldest first. `by` is null for what the rail has found.',
    ),
  ),
  createdOn: timestamp,
});
export type BankFileResource = RecordOf<typeof bankFile>;
export type BankFileStatus = BankFileResource['status'];

export const bankFileLevels = named('BankFileLevels', {
  areAwaited: nullable(
    flag(
      'Whether staff wait for what files say. False where they are demo data; null if the rail reads none.',
    ),
  ),
  waiting: integer('Files that have arrived and are not read yet.'),
  oldestWaitingOn: nullable(timestamp),
  setAside: integer('Files that wait for a person.'),
  oldestSetAsideOn: nullable(timestamp),
  /** Of the server of the bank, as the process that responds has found it. */
  awaySince: nullable(timestamp),
  awayReason: nullable(textLike('connect ECONNREFUSED 192.0.2.7:22')),
});
export type BankFileLevelsResource = RecordOf<typeof bankFileLevels>;
