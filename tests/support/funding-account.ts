import type { Api } from './api.js';

/** An account at another bank, for the wallet in dollars. */
export const fundingAccount = {
  ccyCode: 'USD',
  method: 'ACH_PULL',
  accountHolderName: 'Ada Trading Ltd',
  bankName: 'First Harbor Bank',
  accountNumber: '000123456789',
  routingCode: '021000021',
} as const;

/** Also if the collection accounts of a new wallet are issued late: then there is no effect, and another key. */
export async function linkFundingAccount(api: Api, more: object = {}): Promise<string> {
  for (;;) {
    const { status, text, body } = await api.post('/v1/linked-funding-accounts', {
      ...fundingAccount,
      ...more,
    });
    if (status === 200) return body.data.id as string;
    if (status !== 404) throw new Error(text);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
