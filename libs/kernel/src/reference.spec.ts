import { referenceOf } from './reference.js';

describe('a reference', () => {
  it.each([
    ['con_01KAJNDRXV01234567894F7KQ2', '2026-11-21', 'CON-20261121-4F7KQ2'],
    ['pmt_01KAJNDRXV0123456789ABCDEF', '2026-12-31', 'PMT-20261231-ABCDEF'],
    ['if_01KAJNDRXV0123456789ABCDEF', '2027-01-01', 'IF-20270101-ABCDEF'],
  ])('of %s on %s is %s', (id, day, reference) => {
    expect(referenceOf(id, day)).toBe(reference);
  });

  it('has by default the day on which the id was created', () => {
    expect(referenceOf('pmt_01KAJNDRXV0123456789ABCDEF')).toBe('PMT-20251121-ABCDEF');
  });
});
