/**
 * Whether every store and transport of the system preserves this text: not NUL, which Postgres refuses in text and jsonb,
 * nor lone surrogates, which have no UTF-8 form.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
