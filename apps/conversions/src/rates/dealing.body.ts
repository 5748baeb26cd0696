import {
  IsNullableField,
  IsOneOf,
  IsOptionalField,
  IsRecord,
  IsText,
  IsTimestamp,
  type MoreRules,
  check,
  field,
  fine,
  issue,
} from '@corridor/http';
import { type Timestamp, CROSS_CURRENCY, instantOf, isCurrency, refuse } from '@corridor/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { Decimal } from 'decimal.js';
import { type Day, days } from './dealing-hours.js';
import { marketOrder } from './market-update.js';

const currenciesOf = (pair: string) => [pair.slice(0, 3), pair.slice(3)];
const isPair = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length === 6 &&
  currenciesOf(value).every(isCurrency) &&
  marketOrder(value) !== null;

export const ccyPair = check({ type: 'string', pattern: '^[A-Z]{6}$', examples: ['EURUSD'] }, (value) =>
  isPair(value)
    ? fine
    : issue('invalid_currency_pair', 'Must be two different currency codes, such as EURUSD.'),
);

/** `0.00001` instead of `1e-5`. */
export const plain = (rate: number): string => new Decimal(rate).toFixed();

export const rate = check({ type: 'number', exclusiveMinimum: 0 }, (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return issue('not_a_number', 'Must be a JSON number.');
  if (value <= 0) return issue('not_positive', 'Must be above zero.');
  const isFine = new Decimal(value).precision() <= 15 && value < 1e9 && value >= 1e-9;
  return isFine
    ? fine
    : issue('out_of_range', 'Must be from 0.000000001 to 999999999, with at most 15 digits.');
});

const timeOfDay = check(
  { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: ['22:00'] },
  (value) =>
    typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
      ? fine
      : issue('not_a_time', 'Must be a time of day in UTC, such as 22:00.'),
);

export class HaltBody {
  @ApiProperty({ description: 'In either order. Default: all pairs.' })
  @IsOptionalField()
  @field(ccyPair)
  ccyPair: string | null;

  @IsText({ max: 500 })
  reason: string;
}

export class LiftBody {
  @IsText({ max: 500 })
  reason: string;
}

/** A manual rate is for an emergency of at most this time. */
const MOST_MS = 24 * 3_600_000;

export class ManualRateBody {
  @ApiProperty({ description: 'Quote units received for one euro.' })
  @field(rate)
  bid: number;

  @ApiProperty({ description: 'Quote units paid for one euro; at least the bid.' })
  @field(rate)
  ask: number;

  @ApiProperty({ description: 'In UTC, at most 24 hours ahead.' })
  @IsTimestamp()
  expiresOn: Timestamp;
}

export const manualRateRules =
  (now: Timestamp): MoreRules<ManualRateBody> =>
  ({ bid, ask, expiresOn }, isFine) => {
    const areRates = ['#/bid', '#/ask'].every(isFine);
    const isWithin = expiresOn > now && instantOf(expiresOn).getTime() - instantOf(now).getTime() <= MOST_MS;
    return [
      ...(areRates && bid > ask
        ? [{ pointer: '#/ask', code: 'below_bid', detail: 'Must not be below the bid.' }]
        : []),
      ...(isFine('#/expiresOn') && !isWithin
        ? [{ pointer: '#/expiresOn', code: 'out_of_range', detail: 'Must be in the next 24 hours.' }]
        : []),
    ];
  };

class WeeklyTimeBody {
  @IsOneOf(days)
  day: Day;

  @field(timeOfDay)
  time: string;
}

export class HoursBody {
  @ApiProperty({ description: 'When the pair closes each week. Null, as `opens`, if it is always open.' })
  @IsNullableField()
  @IsRecord(() => WeeklyTimeBody)
  closes: WeeklyTimeBody | null;

  @ApiProperty({ description: 'When it opens again. Null, as `closes`, if it is always open.' })
  @IsNullableField()
  @IsRecord(() => WeeklyTimeBody)
  opens: WeeklyTimeBody | null;
}

export const hoursRules: MoreRules<HoursBody> = ({ closes, opens }, isFine) => {
  if (!['#/closes', '#/opens'].every(isFine)) return [];
  const isSame = closes !== null && closes.day === opens?.day && closes.time === opens.time;
  const isHalf = (closes === null) !== (opens === null);
  if (!isSame && !isHalf) return [];
  return [
    {
      pointer: '#/opens',
      code: 'invalid_hours',
      detail: 'Must be another time than closes; give both, or null for both.',
    },
  ];
};

/** The pair of a path, in market order. @throws Refusal not_found if it is none */
export function pairOfPath(text: string): string {
  const pair = isPair(text) ? marketOrder(text) : null;
  if (pair === null) throw refuse('not_found', 'There is no such pair of currencies.');
  return pair;
}

/** The same with EUR: other pairs are computed from these. @throws Refusal not_found */
export function euroPairOfPath(text: string): string {
  const pair = pairOfPath(text);
  if (!pair.startsWith(CROSS_CURRENCY))
    throw refuse(
      'not_found',
      `Rates are entered for pairs with ${CROSS_CURRENCY}: others are computed from them.`,
    );
  return pair;
}
