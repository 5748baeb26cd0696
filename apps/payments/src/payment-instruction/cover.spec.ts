import { money } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { german, policy } from '../beneficiary/beneficiary.fixture.js';
import { coverDeclined, coverGranted } from './cover.js';
import { indicativePrice as price, terms } from './payment-instruction.fixture.js';
import {
  type Event,
  type State,
  conversionCancelled,
  conversionExchanged,
  fundsDeclined,
  paymentInstruction,
  send,
} from './payment-instruction.js';

/** PRODUCTION: what an instruction takes from wallets beside what its conversion has just brought. */

const created: Event = { type: 'created', ...terms };
const acknowledged: Event = { type: 'acknowledged' };
const reference = 'CON-20261120-000001';
const filled: Event = { type: 'filled', price, conversionId: 'con_1', conversionReference: reference };
const feeSet: Event = { type: 'fee_set', fee: money('GBP', 2_50n) };
const exchanged: Event = { type: 'exchanged' };
const conversion = { conversionId: 'con_1' };
const order = { paymentId: 'pmt_1', beneficiary: german, policy, canExpire: true, needsCover: true };
const grant = { coverId: 'pmt_1/cover/1', paymentId: 'pmt_1' };
const asked = (amount: typeof price.buyAmount | null): Event => ({
  ...{ type: 'cover_requested', ...grant, amount, beneficiary: german },
});
const toSend = [created, acknowledged, filled];
const withFee = [...toSend, feeSet];
const { sellAmount, buyAmount } = price;
const transfersRequested: Event = {
  type: 'transfers_requested',
  exchange: { conversionId: 'con_1', reference, sellAmount, buyAmount },
  ...{ paymentId: 'pmt_1', beneficiary: german },
};
const fundsRequested: Event = {
  ...{ type: 'funds_requested', paymentId: 'pmt_1', amount: buyAmount, beneficiary: german },
};
const granted = (state: State) => coverGranted(state, grant, german);
const covering = { needed: money('EUR', 2n), payable: money('EUR', 1n) };
const failed: Event = { type: 'failed', reason: 'Conversion con_1 was cancelled.' };
const notSent = (reason: 'illegal_transition' | 'insufficient_funds'): Event => ({
  ...{ type: 'send_declined', reason, released: grant },
});

test('what its conversion brings at the same time needs no cover', () => {
  given(paymentInstruction, ...toSend)
    .when(send, order)
    .then({ type: 'exchange_requested', conversionId: 'con_1', paymentId: 'pmt_1', beneficiary: german });
});

test('what is in the wallet already needs it, and a fee does', () => {
  given(paymentInstruction, ...toSend, exchanged)
    .when(send, order)
    .then(asked(buyAmount));
  given(paymentInstruction, ...toSend, exchanged, asked(buyAmount))
    .when(granted)
    .then(fundsRequested);
  given(paymentInstruction, ...withFee)
    .when(send, order)
    .then(asked(null));
  given(paymentInstruction, ...withFee, asked(null))
    .when(granted)
    .then(transfersRequested);
});

test('what the ledger declines is released, also if the conversion has ended meanwhile', () => {
  const declined = { paymentId: 'pmt_1', reason: 'insufficient_funds' as const };
  given(paymentInstruction, ...withFee, asked(null), transfersRequested)
    .when(fundsDeclined, declined)
    .then(notSent('insufficient_funds'));
  given(paymentInstruction, ...withFee, asked(null), transfersRequested, { type: 'conversion_cancelled' })
    .when(fundsDeclined, declined)
    .then(notSent('insufficient_funds'), failed);
});

test('a conversion that ends while cover is asked for', () => {
  given(paymentInstruction, ...withFee, asked(null))
    .when(conversionCancelled, conversion)
    .then({ type: 'conversion_cancelled' });
  given(paymentInstruction, ...withFee, asked(null), { type: 'conversion_cancelled' })
    .when(granted)
    .then(notSent('illegal_transition'), failed);
  given(paymentInstruction, ...withFee, asked(null), { type: 'conversion_cancelled' })
    .when(coverDeclined, { ...grant, ...covering })
    .then(failed);
  given(paymentInstruction, ...withFee, asked(null))
    .when(conversionExchanged, conversion)
    .then(exchanged);
  // It asks again, for the whole amount.
  given(paymentInstruction, ...withFee, asked(null), exchanged)
    .when(granted)
    .then(notSent('illegal_transition'));
});

test('a late answer, or one to another request, changes nothing', () => {
  for (const history of [
    [...withFee, asked(null), transfersRequested],
    [...withFee, asked(null), notSent('insufficient_funds')],
    [...withFee, { ...asked(null), coverId: 'pmt_2/cover/1', paymentId: 'pmt_2' } as Event],
  ]) {
    given(paymentInstruction, ...history)
      .when(granted)
      .then();
    given(paymentInstruction, ...history)
      .when(coverDeclined, { ...grant, ...covering })
      .then();
  }
});
