import { easterSunday, orthodoxEasterSunday } from './easter.js';

/** US Naval Observatory, Date of Easter. */
test('Easter Sunday, 2020 to 2040', () => {
  const published =
    '0412 0404 0417 0409 0331 0420 0405 0328 0416 0401 0421 0413 0328 0417 0409 0325 0413 0405 0425 0410 0401';
  const computed = Array.from({ length: 21 }, (_, n) =>
    easterSunday(2020 + n)
      .slice(5)
      .replace('-', ''),
  );
  expect(computed.join(' ')).toBe(published);
});

test('its earliest and its latest day', () => {
  expect(easterSunday(2285)).toBe('2285-03-22');
  expect(easterSunday(2038)).toBe('2038-04-25');
});

test('Easter Sunday of the eastern churches, 2020 to 2030', () => {
  const published = '0419 0502 0424 0416 0505 0420 0412 0502 0416 0408 0428';
  const computed = Array.from({ length: 11 }, (_, n) =>
    orthodoxEasterSunday(2020 + n)
      .slice(5)
      .replace('-', ''),
  );
  expect(computed.join(' ')).toBe(published);
});
