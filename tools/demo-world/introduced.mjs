import { Corridor } from '@corridor/sdk';
import { Player } from './player.mjs';
import { startAfter } from './step.mjs';
import { clients } from './clients.mjs';

/**
 * Introduces the companies, as far as no earlier run has.
 * @param {import('./operator.mjs').Operator} operator @param {(line: string) => void} say
 * @returns who plays their fortnight, which begins in the same way in each run: after the day on which the first company came
 */
export async function introduced(operator, say) {
  /** @type {Map<string, Corridor>} */
  const people = new Map();
  let since = '';
  for (const [client, company] of Object.entries(clients)) {
    const { since: created, keys } = await operator.introduce(company);
    for (const [i, apiKey] of keys.entries())
      people.set(`${client}/${i}`, new Corridor({ url: operator.url, apiKey }));
    since ||= created;
    say(`${company.name} is here, with ${company.people.map(({ firstName }) => firstName).join(' and ')}`);
  }
  const as = (/** @type {string} */ client, /** @type {number} */ person) =>
    /** @type {Corridor} */ (people.get(`${client}/${person}`));
  return new Player(startAfter(since), as, say);
}
