import { given } from '@corridor/testing';
import { type Details, type Event, link, linkedFundingAccount, unlink } from './linked-funding-account.js';

const details: Details = {
  ccyCode: 'USD',
  method: 'ACH_PULL',
  accountHolderName: 'Ada Trading Ltd',
  bankName: 'First Harbor Bank',
  accountNumber: '000123456789',
  routingCode: '021000021',
};
const linked: Event = { type: 'linked', details };

describe('a linked funding account', () => {
  it('is linked if there is room for it', () => {
    given(linkedFundingAccount).when(link, details, 9).then(linked);
    given(linkedFundingAccount).when(link, details, 10).refuses('limit_reached');
  });

  it('is linked once', () =>
    given(linkedFundingAccount, linked).when(link, details, 0).refuses('illegal_transition'));

  it('is unlinked once', () => {
    given(linkedFundingAccount, linked).when(unlink).then({ type: 'unlinked' });
    given(linkedFundingAccount, linked, { type: 'unlinked' }).when(unlink).refuses('illegal_transition');
    given(linkedFundingAccount).when(unlink).refuses('not_found');
  });
});
