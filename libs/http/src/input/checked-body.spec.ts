import { Refusal } from '@corridor/kernel';
import { checkedBody, type MoreRules } from './input-pipe.js';
import { IsCountryCode } from './is-country-code.js';
import { IsOptionalField } from './is-optional-field.js';
import { IsRecord } from './is-record.js';
import { IsText } from './is-text.js';

class Place {
  @IsCountryCode()
  countryCode: string;
}

class Trip {
  @IsText({ max: 5 })
  from: string;

  @IsOptionalField()
  @IsText({ max: 5 })
  to: string | null;

  @IsOptionalField()
  @IsRecord(() => Place)
  place: Place | null;
}

const apart: MoreRules<Trip> = ({ from, to }, isFine) =>
  isFine('#/from') && from === to
    ? [{ pointer: '#/to', code: 'no_trip', detail: 'Must be somewhere else.' }]
    : [];

const issues = async (body: unknown, more = apart) => {
  const refused = await checkedBody(body, Trip, more).catch((error: Refusal) => error);
  if (!(refused instanceof Refusal)) throw new Error('not refused');
  return (refused.extra.errors as { pointer: string; code: string }[]).map(
    ({ pointer, code }) => `${pointer} ${code}`,
  );
};

test('issues of rules between fields are reported together with those of the fields', async () => {
  expect(await issues({ from: 'Rome', to: 'Rome', x: 1 })).toEqual(['#/x unknown_field', '#/to no_trip']);
});

test('a rule knows which fields have issues', async () => {
  expect(await issues({ from: 7, to: 7 })).toEqual(['#/from not_text', '#/to not_text']);
  const requested: Record<string, boolean> = {};
  const rules: MoreRules<Trip> = (_, isFine) => {
    for (const pointer of ['#/place', '#/place/countryCode', '#/place/countryCode/x', '#/pl', '#/from'])
      requested[pointer] = isFine(pointer);
    return [];
  };
  expect(await issues({ from: 'Rome', place: { countryCode: 'XX' } }, rules)).toEqual([
    '#/place/countryCode unknown_country',
  ]);
  expect(requested).toEqual({
    '#/place': false,
    '#/place/countryCode': false,
    '#/place/countryCode/x': false,
    '#/pl': true,
    '#/from': true,
  });
});

test('a rule knows them even if the response omits some issues', async () => {
  const crowd = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`a${i}`, i]));
  let isFromFine = true;
  const rules: MoreRules<Trip> = (_, isFine) => {
    isFromFine = isFine('#/from');
    return [];
  };
  expect(await issues({ ...crowd, from: 7 }, rules)).toHaveLength(50);
  expect(isFromFine).toBe(false);
});

test('a valid body is the input, with omitted fields as null', async () => {
  expect(await checkedBody({ from: 'Rome' }, Trip, apart)).toEqual({ from: 'Rome', to: null, place: null });
});
