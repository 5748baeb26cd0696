/** A record, a request or a trace can have it: no name of a page has a digit. */
const LIKE_AN_ID = /^(?=.*\d)[A-Za-z0-9][\w.:-]{5,127}$/;
/** W3C Trace Context: the second part is the id of the trace. */
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** @param text pasted from a log, an email, a header @returns the id in it, or null if it is none */
export function pastedId(text: string): string | null {
  const pasted = text.trim();
  const id = TRACEPARENT.exec(pasted)?.[1] ?? pasted;
  return LIKE_AN_ID.test(id) ? id : null;
}
