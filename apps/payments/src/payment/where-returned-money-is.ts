import { type Money, decimalText } from '@corridor/kernel';

/** The end of the reason of a sent payment that failed: it tells the client. */
export const whereReturnedMoneyIs = (returned: Money): string =>
  ` ${returned.ccyCode} ${decimalText(returned)} is back in the ${returned.ccyCode} wallet.`;
