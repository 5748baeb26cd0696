import type { Aggregate, FieldIssue, ProblemCode, Refusal } from '@corridor/kernel';

/**
 * The refused uses of quotes for one payment instruction, in a stream with its id. That of the quote is not used: it
 * may be another client's, or not exist.
 */
export type Event = {
  readonly type: 'refused';
  readonly quoteId: string;
  readonly reason: ProblemCode;
  /** Null for the meaning of the problem. */
  readonly detail: string | null;
  readonly issues: readonly FieldIssue[];
};

export const quoteRefusal: Aggregate<object, Event> = {
  name: 'quote_refusal',
  stateVersion: 1,
  initial: {},
  evolve: (state) => state,
};

export const refuseUse = (quoteId: string, { code, detail, extra }: Refusal): Event[] => [
  {
    type: 'refused',
    quoteId,
    reason: code,
    detail: detail ?? null,
    issues: (extra['errors'] as readonly FieldIssue[] | undefined) ?? [],
  },
];
