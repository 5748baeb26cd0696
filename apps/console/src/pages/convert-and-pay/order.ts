import type { Beneficiary, PaymentDates, Quote, WalletSummary } from '../../api/records.js';
import type { Language } from '../../texts/texts.js';
import { readDecimal } from '../../ui/decimal.js';

export type Side = 'BUY' | 'SELL';
export type PaymentType = Beneficiary['bankAccount']['supportedPaymentTypes'][number];
export type Bearer = 'SHARED' | 'OURS';

/** What somebody has entered so far. */
export interface Draft {
  readonly sellCcyCode: string;
  readonly beneficiary: Beneficiary | null;
  readonly fixedSide: Side;
  /** In the currency of the fixed side, as it was typed. */
  readonly amount: string;
  readonly paymentType: PaymentType;
  /** Who bears the charges of other banks, if the payment is PRIORITY. */
  readonly bearer: Bearer;
  /** Null for the first available one. */
  readonly paymentDate: string | null;
  readonly narrative: string;
}

/** What can be asked a price for and be paid. */
export interface Order {
  readonly sellCcyCode: string;
  readonly buyCcyCode: string;
  readonly fixedSide: Side;
  readonly amount: number;
  readonly beneficiary: Beneficiary;
  readonly paymentType: PaymentType;
  readonly chargeType: Bearer | null;
  readonly paymentDate: string;
  readonly narrative: string;
}

export type Missing = 'beneficiary' | 'sameCurrency' | 'amount' | 'narrative' | 'dates';

/** The favourite that has money, if possible in another currency than is paid. @returns its currency */
export function usualWallet(wallets: readonly WalletSummary[], beneficiary: Beneficiary | null): string {
  const rank = ({ ccyCode, balance, isFavourite }: WalletSummary) =>
    [ccyCode !== beneficiary?.bankAccount.ccyCode, balance.value > 0, isFavourite].map(Number).join('');
  const [usual] = wallets.toSorted((a, b) => rank(b).localeCompare(rank(a)));
  return usual?.ccyCode ?? '';
}

/** The routes that reach the bank of the beneficiary; all of them as long as it is not known. */
export const paymentTypesOf = ({ beneficiary }: Draft): readonly PaymentType[] =>
  beneficiary?.bankAccount.supportedPaymentTypes ?? ['REGULAR', 'PRIORITY'];

/** The route that was chosen, or the first possible one. */
export function paymentTypeOf(draft: Draft): PaymentType {
  const types = paymentTypesOf(draft);
  return types.includes(draft.paymentType) ? draft.paymentType : (types[0] ?? draft.paymentType);
}

export const chargeTypeOf = (draft: Draft): Bearer | null =>
  paymentTypeOf(draft) === 'PRIORITY' ? draft.bearer : null;

/** The date that was chosen, unless it is none for these currencies: then the first one. */
export function dateOf(chosen: string | null, dates: PaymentDates): string {
  const isOpen = chosen !== null && chosen >= dates.firstAvailableDate && !dates.unavailableDates?.[chosen];
  return isOpen ? chosen : dates.firstAvailableDate;
}

/** @returns the order, or what keeps the draft from being one */
export function orderOf(draft: Draft, dates: PaymentDates | undefined, language: Language): Order | Missing {
  const { beneficiary, sellCcyCode, fixedSide, narrative } = draft;
  const amount = readDecimal(draft.amount, language);
  if (beneficiary === null) return 'beneficiary';
  const buyCcyCode = beneficiary.bankAccount.ccyCode;
  if (buyCcyCode === sellCcyCode) return 'sameCurrency';
  if (amount === null || amount === 0) return 'amount';
  if (narrative.trim() === '') return 'narrative';
  if (dates === undefined) return 'dates';
  return {
    ...{ sellCcyCode, buyCcyCode, fixedSide, amount, beneficiary, narrative: narrative.trim() },
    paymentType: paymentTypeOf(draft),
    chargeType: chargeTypeOf(draft),
    paymentDate: dateOf(draft.paymentDate, dates),
  };
}

/** The body that creates the payment instruction, at the price of a quote. */
export function instructionOf({ beneficiary, ...terms }: Order, { id }: Quote) {
  return { ...terms, beneficiaryId: beneficiary.id, quoteId: id };
}

export type InstructionBody = ReturnType<typeof instructionOf>;
