import {
  auditHistory,
  ccyCode,
  clientReference,
  historyOf,
  id,
  named,
  nullable,
  oneOf,
  type RecordOf,
  textLike,
} from '@corridor/contracts';

/** Whose account it is: that of a company is debited as CCD, that of a person as PPD (ADR 68). */
export const accountHolderTypes = ['COMPANY', 'INDIVIDUAL'] as const;

const states = ['LINKED', 'UNLINKED'] as const;

const details = {
  ccyCode,
  method: oneOf('ACH_PULL'),
  accountHolderName: textLike('Northwind Imports Ltd'),
  bankName: textLike('First Harbor Bank'),
  /** Its last four digits. */
  accountNumber: textLike('****6789'),
  routingCode: textLike('021000021'),
  routingCodeType: oneOf('ABA'),
};

/** As a wallet shows it (interface-spec 2.3, whose items have no fields there). */
export const walletFundingAccount = named('WalletFundingAccount', { id: id('lfa'), ...details });
export type WalletFundingAccount = RecordOf<typeof walletFundingAccount>;

/** A client's account at another bank, from which money is pulled into the wallet of its currency (an extension). */
export const linkedFundingAccount = named('LinkedFundingAccount', {
  id: id('lfa'),
  client: clientReference,
  ...details,
  /** Null if the client has not said it: then it counts as that of a company. */
  accountHolderType: nullable(oneOf(...accountHolderTypes)),
  status: oneOf(...states),
  statusHistory: historyOf(...states),
  auditHistory,
});
export type LinkedFundingAccountResource = RecordOf<typeof linkedFundingAccount>;
