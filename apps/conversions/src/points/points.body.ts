import { type Tenor, tenors } from '@corridor/conversions-contract';
import { IsTimestamp, type MoreRules, check, field, fine, issue } from '@corridor/http';
import { type Timestamp, CROSS_CURRENCY, instantOf, refuse } from '@corridor/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { Decimal } from 'decimal.js';
import { euroPairOfPath } from '../rates/dealing.body.js';

const points = check({ type: 'number', examples: [0.00182] }, (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return issue('not_a_number', 'Must be a JSON number.');
  const exact = new Decimal(value);
  return exact.precision() <= 15 && exact.decimalPlaces() <= 14
    ? fine
    : issue('out_of_range', 'Must have at most 15 digits, and 14 decimals.');
});

/** Over a week-end, and the longest run of holidays. */
const MOST_DAYS = 7;

export class ManualPointsBody {
  @ApiProperty({
    description: 'Added to the bid, in quote units for one euro: 0.00182 is 18.2 pips of EURUSD.',
  })
  @field(points)
  bid: number;

  @ApiProperty({ description: 'Added to the ask; at least the bid.' })
  @field(points)
  ask: number;

  @ApiProperty({ description: `In UTC, at most ${MOST_DAYS} days ahead.` })
  @IsTimestamp()
  expiresOn: Timestamp;
}

/** What points may be at most for each week, as a share of the rate: 78 % in a year. Points in pips are far above it. */
const MOST_PER_WEEK = 0.015;
const weeksOf = (tenor: Tenor) => Number.parseInt(tenor, 10) * (tenor.endsWith('W') ? 1 : 52 / 12);

export interface Entering {
  readonly ccyPair: string;
  readonly tenor: Tenor;
  /** The last known rate. */
  readonly mid: string;
  readonly now: Timestamp;
}

/** Points in pips, of another tenor or another pair are refused. */
export function manualPointsRules({ ccyPair, tenor, mid, now }: Entering): MoreRules<ManualPointsBody> {
  const most = new Decimal(mid).times(weeksOf(tenor)).times(MOST_PER_WEEK).toSignificantDigits(4);
  const quote = ccyPair.slice(CROSS_CURRENCY.length);
  const detail = `Must be from -${most.toFixed()} to ${most.toFixed()} for ${tenor} at the rate ${mid}: points are in ${quote} for one ${CROSS_CURRENCY}, not in pips.`;
  return ({ bid, ask, expiresOn }, isFine) => {
    const tooFar = Object.entries({ '#/bid': bid, '#/ask': ask }).filter(
      ([pointer, value]) => isFine(pointer) && most.lt(Math.abs(value)),
    );
    const isWithin =
      expiresOn > now && instantOf(expiresOn).getTime() - instantOf(now).getTime() <= MOST_DAYS * 86_400_000;
    return [
      ...tooFar.map(([pointer]) => ({ pointer, code: 'out_of_range', detail })),
      ...(['#/bid', '#/ask'].every(isFine) && bid > ask
        ? [{ pointer: '#/ask', code: 'below_bid', detail: 'Must not be below the bid.' }]
        : []),
      ...(isFine('#/expiresOn') && !isWithin
        ? [{ pointer: '#/expiresOn', code: 'out_of_range', detail: `Must be in the next ${MOST_DAYS} days.` }]
        : []),
    ];
  };
}

/** @param text `EURUSD-1M` @throws Refusal not_found if there is no such pair or tenor */
export function tenorOfPath(text: string): { readonly ccyPair: string; readonly tenor: Tenor } {
  const [pair = '', name, ...more] = text.split('-');
  const tenor = tenors.slice(1).find((one) => one === name);
  if (!tenor || more.length > 0) throw refuse('not_found', 'Must be a pair and a tenor, such as EURUSD-1M.');
  return { ccyPair: euroPairOfPath(pair), tenor };
}
