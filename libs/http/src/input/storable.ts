/** NUL, which Postgres refuses in text and jsonb, and lone surrogates, which have no UTF-8 form. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Whether every store and transport of the system preserves this text. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);
