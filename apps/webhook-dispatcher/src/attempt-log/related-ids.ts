import { check, field, fine, issue } from '@corridor/http';
import { relatedPrefixes } from '@corridor/webhook-dispatcher-contract';

/** Maximum number of records in a request. */
const MAX_RECORDS = 20;

const ID = `(${relatedPrefixes.join('|')})_[0-9A-Za-z]{1,64}`;
const documented = {
  type: 'string',
  description: `At most ${MAX_RECORDS} ids of records that webhook events are about, separated by commas.`,
  pattern: `^${ID}(,${ID})*$`,
  examples: ['pi_01K00000000000000000000001,pmt_01K00000000000000000000001'],
} as const;
const shape = new RegExp(`^${ID}$`);

/** `pi_…,pmt_…` */
const relatedIds = check(documented, (value) => {
  if (typeof value !== 'string') return issue('not_text', 'Must be ids separated by commas.');
  const ids = relatedIdsOf(value);
  if (ids.length > MAX_RECORDS) return issue('too_many', `At most ${MAX_RECORDS} records in one request.`);
  const broken = ids.flatMap((id, i) => (shape.test(id) ? [] : issue('not_an_id', WANTED, `/${i}`)));
  return broken.length > 0 ? broken : fine;
});

const WANTED = `Must be an id that begins with ${relatedPrefixes.map((one) => `${one}_`).join(', ')}.`;

export const IsRelatedIds = (): PropertyDecorator => field(relatedIds);

export const relatedIdsOf = (text: string): string[] => text.split(',');
