import { ccyCode, ccyPair, integer, moment, named, number, type RecordOf } from '@corridor/contracts';
import { Type } from 'typebox';

/** interface-spec 2.9. `sellRate` ≤ mid ≤ `buyRate`, in quote units for one base unit. */
export const rate = named('Rate', {
  ccyPair,
  baseCcy: ccyCode,
  quoteCcy: ccyCode,
  sellRate: number('Quote units received for selling one base unit.'),
  buyRate: number('Quote units paid to buy one base unit.'),
});
export type RateResource = RecordOf<typeof rate>;

/** interface-spec 4.6 */
export const rateMeta = named('RateMeta', {
  quotedCount: integer(),
  notQuotedCount: integer(),
  notQuoted: Type.Array(ccyPair, { description: 'Pairs without a quote.' }),
  timestamp: moment,
});
