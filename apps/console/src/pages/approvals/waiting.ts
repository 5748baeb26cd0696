import type { Amount, Instruction, Payment } from '../../api/records.js';

/** What a checker looks at: the same of an instruction and of a payment. */
export interface Waiting {
  readonly id: string;
  readonly kind: 'instruction' | 'payment';
  readonly path: string;
  readonly amount: Amount;
  readonly beneficiary: string;
  readonly narrative: string;
  readonly paymentDate: string;
  readonly createdOn: string;
  readonly maker: { readonly id: string; readonly name: string } | null;
}

type Common = Pick<Payment, 'id' | 'narrative' | 'paymentDate' | 'auditHistory' | 'beneficiary'>;

const common = ({ id, narrative, paymentDate, auditHistory, beneficiary }: Common) => ({
  ...{ id, narrative, paymentDate },
  beneficiary: beneficiary.displayName,
  createdOn: auditHistory.created.on,
  maker: auditHistory.created.by,
});

/** Its amount is that of the side which is fixed. */
export const ofInstruction = (one: Instruction): Waiting => ({
  ...common(one),
  kind: 'instruction',
  path: '/payment-instructions',
  amount: { ccyCode: one.fixedSide === 'SELL' ? one.sellCcyCode : one.buyCcyCode, value: one.amount },
});

export const ofPayment = (one: Payment): Waiting => ({
  ...common(one),
  kind: 'payment',
  path: '/payments',
  amount: one.amount,
});
