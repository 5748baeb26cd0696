import { amountText, dayText } from './format.js';

test('formats in the language that is chosen', () => {
  expect(dayText('2026-11-23', 'en')).toBe('23 Nov 2026');
  expect(dayText('2026-11-23', 'de')).toBe('23.11.2026');
  expect(amountText({ ccyCode: 'JPY', value: 1000 }, 'en')).toBe('1,000 JPY');
  expect(amountText({ ccyCode: 'EUR', value: 1000 }, 'de')).toBe('1.000,00 EUR');
  expect(amountText({ ccyCode: 'EUR', value: 1000.125 }, 'en')).toBe('1,000.125 EUR');
});

test('makes each formatter once', () => {
  const make = jest.spyOn(Intl, 'NumberFormat');
  for (let value = 0; value < 100; value++) amountText({ ccyCode: 'BHD', value }, 'en');
  expect(make).toHaveBeenCalledTimes(2); // for the decimals of dinars, and for numbers with three
});
