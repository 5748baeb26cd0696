import { fold } from '@corridor/kernel';
import { given } from '@corridor/testing';
import {
  type Details,
  type Event,
  link,
  linkedFundingAccount,
  noteShown,
  outcomeOnWallet,
  unlink,
} from './linked-funding-account.js';

const details: Details = {
  ccyCode: 'USD',
  method: 'ACH_PULL',
  accountHolderName: 'Ada Trading Ltd',
  bankName: 'First Harbor Bank',
  accountNumber: '000123456789',
  routingCode: '021000021',
};
const linked: Event = { type: 'linked', details };
const others = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `lfa_${n}`,
    details: { ...details, accountNumber: `10000${n}` },
  }));

describe('a linked funding account', () => {
  it('is linked if there is room for it', () => {
    given(linkedFundingAccount).when(link, details, others(9)).then(linked);
    given(linkedFundingAccount).when(link, details, others(10)).refuses('limit_reached');
  });

  it('is linked once', () =>
    given(linkedFundingAccount, linked).when(link, details, []).refuses('illegal_transition'));

  it('is refused if the same account is linked, whatever it is called, but not one with the same number at another bank', () => {
    const again = { ...details, accountHolderName: 'ADA TRADING LIMITED', bankName: 'FHB' };
    given(linkedFundingAccount)
      .when(link, again, [{ id: 'lfa_1', details }])
      .refuses('already_exists');
    const elsewhere = { ...details, routingCode: '011000015' };
    given(linkedFundingAccount)
      .when(link, elsewhere, [{ id: 'lfa_1', details }])
      .then({ type: 'linked', details: elsewhere });
  });

  it('waits until the wallet shows its status', () => {
    const outcomeAfter = (...events: Event[]) => outcomeOnWallet(fold(linkedFundingAccount, events));
    const shown: Event = { type: 'shown', isLinked: true };
    const gone: Event = { type: 'shown', isLinked: false };
    expect(outcomeAfter(linked)).toBe('pending');
    expect(outcomeAfter(linked, shown)).toBe('done');
    expect(outcomeAfter(linked, shown, { type: 'unlinked' })).toBe('pending');
    expect(outcomeAfter(linked, { type: 'unlinked' }, shown)).toBe('pending');
    expect(outcomeAfter(linked, shown, { type: 'unlinked' }, gone)).toBe('done');
    given(linkedFundingAccount, linked, shown).when(noteShown, { isLinked: true }).then();
  });

  it('is unlinked once', () => {
    given(linkedFundingAccount, linked).when(unlink).then({ type: 'unlinked' });
    given(linkedFundingAccount, linked, { type: 'unlinked' }).when(unlink).refuses('illegal_transition');
    given(linkedFundingAccount).when(unlink).refuses('not_found');
  });
});
