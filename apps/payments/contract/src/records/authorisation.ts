import { id, named, nullable, oneOf, part, type RecordOf, textLike, timestamp } from '@corridor/contracts';

/** Whether a checker of the client has to approve, or has approved, what a maker created (an extension). */
export const authorisation = named('Authorisation', {
  status: oneOf('AWAITING_AUTHORISATION', 'APPROVED', 'REJECTED'),
  by: nullable(part({ id: id('cu'), name: textLike('Grace Hopper') }, 'The checker; null while it waits.')),
  on: timestamp,
});
export type Authorisation = RecordOf<typeof authorisation>;
