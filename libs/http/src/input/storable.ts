/** NUL, which Postgres refuses in text and jsonb, and lone surrogates, which have no UTF-8 form. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Whether every store and wire of the system keeps this text as it is. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);
