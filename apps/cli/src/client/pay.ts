import type { Corridor, Payment, PaymentInstruction } from '@corridor/sdk';
import { UsageError } from '../usage-error.js';
import { type Call, type ClientCommand, type Outcome, data, textOf } from './client-command.js';
import {
  ORDER_OPTIONS,
  amountOf,
  commandOptions,
  explainSandbox,
  fixedSideOf,
  timeoutOf,
  today,
} from './order.js';
import { teller, watched } from './progress.js';

export const pay: ClientCommand = {
  words: ['pay'],
  parameters: [],
  summary: 'Pays a beneficiary, out of a wallet in the same currency or in another one',
  description:
    'With --sell and another --buy it is a payment instruction, which converts and pays; otherwise a payment. The response is the record.',
  options: {
    to: { value: 'beneficiary', text: 'its id or its name', isRequired: true },
    sell: { value: 'currency', text: 'of the wallet that pays (default: that of the beneficiary)' },
    buy: { value: 'currency', text: 'that the beneficiary gets (default: that of its account)' },
    ...ORDER_OPTIONS,
    date: { value: 'date', text: 'YYYY-MM-DD (default: today); the next available date if it is none' },
    narrative: { value: 'text', text: 'on the statement of the beneficiary (default: Payment)' },
    priority: { text: 'by SWIFT; the charges are shared' },
    'pays-charges': { text: 'with --priority: the charges of all banks are yours' },
  },
  run: order,
};

async function order(call: Call): Promise<Outcome> {
  const { corridor, terminal, values } = call;
  const [amount, fixedSide, timeoutMs] = [amountOf(call), fixedSideOf(call), timeoutOf(call)];
  const beneficiary = await beneficiaryOf(corridor, textOf(call, 'to') ?? '');
  const buyCcyCode = textOf(call, 'buy') ?? beneficiary.bankAccount.ccyCode;
  const sellCcyCode = textOf(call, 'sell') ?? buyCcyCode;
  const isPriority = values['priority'] === true;
  const body = {
    beneficiaryId: beneficiary.id,
    paymentDate: textOf(call, 'date') ?? (await today(corridor, terminal.now())),
    paymentType: isPriority ? ('PRIORITY' as const) : ('REGULAR' as const),
    narrative: textOf(call, 'narrative') ?? 'Payment',
    ...(isPriority && { chargeType: values['pays-charges'] ? ('OURS' as const) : ('SHARED' as const) }),
  };
  const created =
    sellCcyCode === buyCcyCode
      ? await corridor.createPayment(
          { ...body, amount: { ccyCode: buyCcyCode, value: amount } },
          commandOptions(call),
        )
      : await corridor.createPaymentInstruction(
          { ...body, sellCcyCode, buyCcyCode, fixedSide, amount },
          commandOptions(call),
        );
  terminal.say(`Ordered: ${created.id}. What happens to it: corridor open ${created.id}\n`);
  const tell = teller(terminal);
  if (values['simulate']) await play(corridor, created, tell);
  else if (values['watch']) await explainSandbox(call);
  if (!values['watch'] && !values['simulate']) return data(created);
  return data(await watched<Payment | PaymentInstruction>(corridor, created, 'SENT', { tell, timeoutMs }));
}

/** Compliance, the FX desk and the bank agree. */
async function play(
  corridor: Corridor,
  { id }: Payment | PaymentInstruction,
  tell: ReturnType<typeof teller>,
): Promise<void> {
  if (id.startsWith('pmt_')) {
    tell(await corridor.authorisePayment(id));
    tell(await corridor.sendPayment(id));
    return;
  }
  tell(await corridor.acknowledgePaymentInstruction(id));
  tell(await corridor.fillPaymentInstruction(id, { useIndicativeRateForActualRate: true }));
  tell(await corridor.sendPaymentInstruction(id));
}

/** @throws UsageError unless exactly one has this name */
async function beneficiaryOf(corridor: Corridor, named: string) {
  if (named.startsWith('ben_')) return corridor.getBeneficiary(named);
  const q = `AND(displayName == "${named.replaceAll('"', '\\"')}",status == "ACTIVE")`;
  const { data: found } = await corridor.searchBeneficiaries({ q });
  const [one, ...others] = found;
  if (!one) throw new UsageError(`no beneficiary is called "${named}": corridor search beneficiaries`);
  if (others.length === 0) return one;
  throw new UsageError(
    `several beneficiaries are called "${named}": ${found.map(({ id }) => id).join(', ')}`,
  );
}
