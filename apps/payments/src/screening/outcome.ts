/** What screening says about a record: nothing is wrong, somebody has to decide, or it must not go on. */
export type ScreeningOutcome = 'cleared' | 'held' | 'blocked';

/** Why a record ends. Clients see it: it must not tell that, or whom, somebody has looked for. */
export const NOT_PAYABLE = 'The beneficiary cannot be paid.';

/** Why a payment waits, as clients see it. */
export const UNDER_REVIEW = 'The payment is under review.';
