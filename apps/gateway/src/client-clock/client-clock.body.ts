import {
  addDays,
  type CalendarDate,
  dateOf,
  firstBusinessDayOnOrAfter,
  startOf,
  type Timestamp,
  weekend,
} from '@corridor/kernel';
import { holidaysBetween } from '@corridor/calendars';
import {
  IsCurrencyCode,
  IsDate,
  IsOneOf,
  IsOptionalField,
  IsTimestamp,
  type MoreRules,
} from '@corridor/http';
import { ApiProperty } from '@nestjs/swagger';

const WAYS = ['#/instant', '#/date', '#/advanceTo'];
const NEXT_BUSINESS_DAY = 'NEXT_BUSINESS_DAY';

/** Where the clock goes: one of `instant`, `date` and `advanceTo`. */
export class ClientClockBody {
  @ApiProperty({ description: 'A moment in ISO 8601, in UTC if it has no zone: `2026-12-29T16:00:00Z`.' })
  @IsOptionalField()
  @IsTimestamp()
  instant: Timestamp | null;

  @ApiProperty({ description: 'The start of a date in UTC.' })
  @IsOptionalField()
  @IsDate()
  date: CalendarDate | null;

  @ApiProperty({ description: 'The start of the next business day in UTC.' })
  @IsOptionalField()
  @IsOneOf([NEXT_BUSINESS_DAY])
  advanceTo: typeof NEXT_BUSINESS_DAY | null;

  @ApiProperty({
    description:
      'With `advanceTo`: a day on which this currency settles. Without it, a Saturday or Sunday is skipped, and no holiday.',
  })
  @IsOptionalField()
  @IsCurrencyCode()
  ccyCode: string | null;

  @ApiProperty({
    description: 'With `ccyCode`: a day on which a conversion between the two currencies settles.',
  })
  @IsOptionalField()
  @IsCurrencyCode()
  toCcyCode: string | null;
}

const notOne = {
  pointer: '#',
  code: 'not_one',
  detail: 'Send exactly one of instant, date and advanceTo.',
};
const withoutDay = {
  pointer: '#/ccyCode',
  code: 'not_allowed',
  detail: 'A currency can be sent with advanceTo only.',
};
const withoutFirst = { pointer: '#/toCcyCode', code: 'not_allowed', detail: 'Send ccyCode as well.' };

/** The rules between the fields. */
export const clientClockRules: MoreRules<ClientClockBody> = (body, isFine) => {
  const { instant, date, advanceTo, ccyCode, toCcyCode } = body;
  const sent = [instant, date, advanceTo].filter((one) => one !== null && one !== undefined);
  const areFine = WAYS.every(isFine);
  return [
    ...(areFine && sent.length !== 1 ? [notOne] : []),
    ...(areFine && isFine('#/ccyCode') && ccyCode && !advanceTo ? [withoutDay] : []),
    ...(isFine('#/ccyCode') && isFine('#/toCcyCode') && toCcyCode && !ccyCode ? [withoutFirst] : []),
  ];
};

/** The requested time. @param present that of the client */
export function requestedTime(
  { instant, date, ccyCode, toCcyCode }: ClientClockBody,
  present: Timestamp,
): Timestamp {
  if (instant !== null) return instant;
  if (date !== null) return startOf(date);
  const currencies = { sellCcyCode: ccyCode ?? '', buyCcyCode: toCcyCode ?? ccyCode ?? '' };
  const holidays = ccyCode === null ? weekend : holidaysBetween(currencies);
  return startOf(firstBusinessDayOnOrAfter(addDays(dateOf(present), 1), holidays));
}
