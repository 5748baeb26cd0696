/** @typedef {import('./listener.mjs').Delivery} Delivery */

/**
 * `09:30:00.123  payment.sent                  pmt_01K…  SENT          #3  verified, responds with 204`, with the time
 * of arrival (UTC)
 * @param {Delivery} delivery @param {boolean} [inColour]
 */
export function lineOf({ event, arrivedAt, isVerified, status, attempt }, inColour = false) {
  const { eventType, relatedEntityId, sequence, payload } = event;
  const isAccepted = status >= 200 && status < 300;
  const colour = inColour ? (isAccepted ? GREEN : RED) : (/** @type {string} */ text) => text;
  const cells = [
    arrivedAt.toISOString().slice('2026-11-21T'.length, -'Z'.length),
    plain(eventType).padEnd('payment_instruction.acknowledged'.length),
    plain(relatedEntityId ?? '').padEnd('pmt_'.length + 26),
    plain(payload?.status ?? payload?.message ?? '').padEnd('READY_TO_SEND'.length),
    `#${plain(sequence)}`.padEnd(4),
    colour(`${isVerified ? 'verified' : 'NOT VERIFIED'}, responds with ${status}`) +
      (attempt > 1 ? ` (retry, attempt ${attempt})` : ''),
  ];
  return cells.join('  ');
}

/** Received text must not control the terminal. @param {unknown} text */
const plain = (text) =>
  String(text)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
    .slice(0, 100);

const GREEN = (/** @type {string} */ text) => `\x1b[32m${text}\x1b[0m`;
const RED = (/** @type {string} */ text) => `\x1b[31m${text}\x1b[0m`;
