import {
  IsCurrencyCode,
  IsId,
  IsMoney,
  IsOneOf,
  IsOptionalField,
  IsText,
  type MoreRules,
} from '@corridor/http';
import type { Money } from '@corridor/kernel';
import { type BookKind, bookKinds } from '@corridor/ledger-contract';
import { ApiProperty } from '@nestjs/swagger';

/** What a client owes has a record of its own, and moves with it. */
const adjustable = bookKinds.filter((one) => one !== 'receivables');

export class AdjustmentBody {
  @ApiProperty({ description: 'Of the wallet. Required if one side is `wallet`, otherwise not allowed.' })
  @IsOptionalField()
  @IsId('cli')
  clientId: string | null;

  @ApiProperty({ description: 'The account that gives; a debit of a wallet takes money from the client.' })
  @IsOneOf(adjustable)
  debit: BookKind;

  @ApiProperty({
    description:
      'Of `debit`, if that is `settlement`: one of `RAIL_ACCOUNTS`; null for money of which no account is known.',
  })
  @IsOptionalField()
  @IsText({ max: 34 })
  debitBankAccount: string | null;

  @ApiProperty({ description: 'The account that gets; a credit of a wallet gives money to the client.' })
  @IsOneOf(adjustable)
  credit: BookKind;

  @ApiProperty({ description: 'The same of `credit`.' })
  @IsOptionalField()
  @IsText({ max: 34 })
  creditBankAccount: string | null;

  @IsCurrencyCode()
  ccyCode: string;

  @IsMoney(({ ccyCode }) => ccyCode)
  amount: Money;

  @ApiProperty({
    description:
      'The break that it resolves: `settlement` with the bank account of the break is one side, a debit if the bank has more, and the amount is the difference.',
  })
  @IsOptionalField()
  @IsId('brk')
  breakId: string | null;

  @ApiProperty({ description: 'The client reads it, if one side is `wallet`.' })
  @IsText({ max: 140 })
  reason: string;
}

/** Two accounts; the client of the wallet, if one of them is a wallet. */
export const adjustmentRules: MoreRules<AdjustmentBody> = (body, isFine) => {
  const { clientId, debit, debitBankAccount, credit, creditBankAccount } = body;
  if (!isFine('#/debit') || !isFine('#/credit')) return [];
  const isOfNone = (kind: BookKind, account: string | null) => kind !== 'settlement' && account !== null;
  if (isOfNone(debit, debitBankAccount) || isOfNone(credit, creditBankAccount)) {
    const side = isOfNone(debit, debitBankAccount) ? 'debit' : 'credit';
    const detail = 'Must be omitted unless the account is `settlement`.';
    return [{ pointer: `#/${side}BankAccount`, code: 'not_allowed', detail }];
  }
  if (debit === credit && debitBankAccount === creditBankAccount)
    return [{ pointer: '#/credit', code: 'same_account', detail: 'Must be another account than `debit`.' }];
  if (!isFine('#/clientId')) return [];
  const isOnWallet = debit === 'wallet' || credit === 'wallet';
  if (isOnWallet && clientId === null)
    return [{ pointer: '#/clientId', code: 'required', detail: 'Must name the client of the wallet.' }];
  if (!isOnWallet && clientId !== null)
    return [{ pointer: '#/clientId', code: 'not_allowed', detail: 'Must be omitted without a wallet.' }];
  return [];
};
