import type { FieldFault, Order } from '@corridor/kernel';
import { amountFaults, amountOf } from './amount-of.js';

/** An order to convert as a body has it, each field valid by itself. */
export interface OrderFields {
  readonly sellCcyCode: string;
  readonly buyCcyCode: string;
  readonly fixedSide: 'BUY' | 'SELL';
  readonly amount: number;
}

/** The rule between the fields: the amount is one of the currency of the fixed side. */
export const orderFaults = (
  body: OrderFields,
  isFine: (pointer: string) => boolean,
): readonly FieldFault[] =>
  ['#/sellCcyCode', '#/buyCcyCode', '#/fixedSide', '#/amount'].every(isFine)
    ? amountFaults(fixedCcyCode(body), body.amount, '#/amount')
    : [];

/** @param body that has no {@link orderFaults} */
export const orderOf = (body: OrderFields): Order => ({
  sellCcyCode: body.sellCcyCode,
  buyCcyCode: body.buyCcyCode,
  fixedSide: body.fixedSide,
  amount: amountOf(fixedCcyCode(body), body.amount, '#/amount'),
});

const fixedCcyCode = ({ sellCcyCode, buyCcyCode, fixedSide }: OrderFields): string =>
  fixedSide === 'SELL' ? sellCcyCode : buyCcyCode;
