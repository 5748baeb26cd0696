import { ccyPairs, MAX_PAIRS, pairsOf } from './ccy-pairs.js';

describe('currency pairs in a query', () => {
  it('stand between commas', () => {
    for (const text of ['GBPUSD', 'GBPUSD,EURJPY,GBPUSD', 'XXXYYY']) expect(ccyPairs(text)).toEqual([]);
    expect(pairsOf('GBPUSD,EURJPY')).toEqual(['GBPUSD', 'EURJPY']);
  });

  it.each([
    '',
    ',',
    'GBPUSD,',
    'GBPUS',
    'GBPUSDX',
    'gbpusd',
    'GBP/USD',
    'GBP USD',
    'ＧＢＰUSD',
    '\0',
    '12345A',
    'GBPUSD\n',
  ])('are rejected if one is malformed: %j', (text) =>
    expect(ccyPairs(text)).toMatchObject([{ code: 'invalid_currency_pair' }, ...(text === ',' ? [{}] : [])]),
  );

  it('are all reported at once, each with its position', () => {
    expect(ccyPairs('GBPUSD,GBP,EURJPY,X')).toMatchObject([{ at: '/1' }, { at: '/3' }]);
  });

  it('have a limit', () => {
    const many = (count: number) => Array<string>(count).fill('GBPUSD').join(',');
    expect(ccyPairs(many(MAX_PAIRS))).toEqual([]);
    expect(ccyPairs(many(MAX_PAIRS + 1))).toMatchObject([{ code: 'too_many' }]);
  });
});
