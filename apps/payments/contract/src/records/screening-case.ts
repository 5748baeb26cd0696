import {
  clientReference,
  countryCode,
  date,
  id,
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

/** Records of screening, which only staff see (production.md §4). */

export const screenedTypes = ['CLIENT', 'BENEFICIARY', 'PAYMENT_INSTRUCTION', 'PAYMENT', 'SENDER'] as const;

const screened = {
  type: oneOf(...screenedTypes),
  id: text('Of the record: of inbound funds for their SENDER.', 'pi_01KDVDNA00C4S4H25DC29Q19RT'),
  names: listOf(text('The name, then other names of the same party.', 'Muster Maschinenbau GmbH')),
  party: nullable(oneOf('PERSON', 'ORGANISATION')),
  dateOfBirth: nullable(date),
  countries: listOf(countryCode),
};

/** Whom a record names. */
export const screeningSubject = part({ ...screened, clientId: id('cli') });

const hit = part({
  list: textLike('OFAC_SDN'),
  listVersion: textLike('2026-11-20'),
  entryId: text('As the list identifies the entry.', '36216'),
  name: text('Of the entry, as the list spells it.', 'MUSTER MASCHINENBAU OOO'),
  score: number('From 0 to 1.'),
  explanation: textLike('The name has the same words in another order.'),
});

const person = part({ id: id('stf'), name: textLike('Ines Almeida') }, 'A member of staff.');

const states = ['OPEN', 'ASSIGNED', 'CLEARED', 'BLOCKED'] as const;

export const screeningCase = named('ScreeningCase', {
  id: id('cas'),
  kind: oneOf('HIT', 'REVIEW'),
  status: oneOf(...states),
  client: clientReference,
  subject: part(screened),
  hits: listOf(hit),
  reviewReasons: listOf(text('Why a person has to look at it, also without a hit.', 'First payment')),
  listVersions: listOf(text('Each list that was searched.', 'UN 2026-11-20')),
  assignee: nullable(person),
  notes: listOf(
    part({
      text: textLike('Asked for the certificate of incorporation'),
      by: nullable(person),
      on: timestamp,
    }),
  ),
  history: listOf(
    part(
      {
        status: oneOf(...states),
        reason: nullable(text('The client does not see it.', 'Born in another year')),
        by: nullable(person),
        on: timestamp,
      },
      'One entry for each status reached, oldest first.',
    ),
  ),
  openedOn: timestamp,
});
export type ScreeningCaseResource = RecordOf<typeof screeningCase>;
