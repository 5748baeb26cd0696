/**
 * A step of the story: one call of the API.
 *
 * @typedef {object} Step
 * @property {string} call the operation of the SDK, or what happens to a receiver of webhooks: `listen`, `fall`, `recover`
 * @property {string} tell what is shown
 * @property {number} day
 * @property {string} client
 * @property {number} by the place of the person who does it
 * @property {string} [as] the name of the record that comes of it, by which later steps mean it
 * @property {string} [of] the record that the call is about: its name, or a field of the record, `Rent.linkedPaymentId`
 * @property {object} [with] the body; in it `@name` is the id of a record, `+2` the date two days later
 * @property {import('@corridor/sdk').ProblemCode} [refused] why Corridor refuses it
 */

/** The date of the first Christmas Day in the fortnight, as a value of a body. */
export const CHRISTMAS = '@Christmas';

/** @param {string} call @param {Omit<Step, 'call' | 'day' | 'client' | 'by'> & { by?: number }} rest @returns {Step} */
export const step = (call, rest) => ({ by: 0, ...rest, call, day: 0, client: '' });

/** @param {number} day @param {string} client @param {readonly Step[]} steps */
export const onDay = (day, client, steps) => steps.map((one) => ({ ...one, day, client }));

/** The same in each run, so a repeated step has no second effect. @param {Step} step */
export const keyOf = ({ day, call, as, of }) =>
  ['world', day, call, of, as]
    .filter(Boolean)
    .join('-')
    .normalize('NFD')
    .replaceAll(/[^\w.-]+/g, '_');

/**
 * A body with its names and dates replaced.
 * @param {unknown} value @param {(name: string) => string} idOf @param {(days: number) => string} dateIn @returns {unknown}
 */
export function resolved(value, idOf, dateIn) {
  if (typeof value === 'string') {
    if (value.startsWith('@')) return idOf(value.slice(1));
    return /^\+\d+$/.test(value) ? dateIn(Number(value)) : value;
  }
  if (Array.isArray(value)) return value.map((one) => resolved(one, idOf, dateIn));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, idOf, dateIn)]));
}

const DAY_MS = 86_400_000;

/** The Monday on which the fortnight begins: the next one that has Christmas Day in its second or first week. @param {string} created a date */
export function startAfter(created) {
  const year = Number(created.slice(0, 4));
  const [start = ''] = [year, year + 1].map(mondayBeforeChristmas).filter((monday) => monday > created);
  return start;
}

/** From 14 to 20 December. @param {number} year */
function mondayBeforeChristmas(year) {
  const earliest = new Date(Date.UTC(year, 11, 14));
  return dateAfter(dateOf(earliest), (8 - earliest.getUTCDay()) % 7);
}

/** @param {Date} instant */
const dateOf = (instant) => instant.toISOString().slice(0, 10);

/** @param {string} date @param {number} days */
export const dateAfter = (date, days) => dateOf(new Date(Date.parse(date) + days * DAY_MS));
