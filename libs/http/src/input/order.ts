import type { FieldIssue, Order } from '@corridor/kernel';
import { amountIssues, amountOf } from './amount-of.js';

/** An order to convert as a body has it, each field valid by itself. */
export interface OrderFields {
  readonly sellCcyCode: string;
  readonly buyCcyCode: string;
  readonly fixedSide: 'BUY' | 'SELL';
  readonly amount: number;
}

/** The rule between the fields: the amount is one of the currency of the fixed side. */
export const orderIssues = (
  body: OrderFields,
  isFine: (pointer: string) => boolean,
): readonly FieldIssue[] =>
  ['#/sellCcyCode', '#/buyCcyCode', '#/fixedSide', '#/amount'].every(isFine)
    ? amountIssues(fixedCcyCode(body), body.amount, '#/amount')
    : [];

/** @param body that has no {@link orderIssues} */
export const orderOf = (body: OrderFields): Order => ({
  sellCcyCode: body.sellCcyCode,
  buyCcyCode: body.buyCcyCode,
  fixedSide: body.fixedSide,
  amount: amountOf(fixedCcyCode(body), body.amount, '#/amount'),
});

const fixedCcyCode = ({ sellCcyCode, buyCcyCode, fixedSide }: OrderFields): string =>
  fixedSide === 'SELL' ? sellCcyCode : buyCcyCode;
