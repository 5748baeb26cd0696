import type { Api } from './api.js';

/** A valid body of a conversion. */
export const conversionFor = (more: object = {}) => ({
  sellCcyCode: 'GBP',
  buyCcyCode: 'EUR',
  fixedSide: 'BUY',
  amount: 100,
  ...more,
});

export async function createConversion(api: Api, more: object = {}): Promise<string> {
  const created = await api.post('/v1/conversions', conversionFor(more));
  if (created.status !== 200) throw new Error(created.text);
  return created.body.data.id as string;
}

/** A conversion that requires a deposit of 10 in the sold currency. */
export async function createWithDeposit(api: Api, more: object = {}): Promise<string> {
  const id = await createConversion(api, more);
  const required = await api.post(`/v1/simulators/conversions/${id}/require-deposit`, { amount: 10 });
  if (required.status !== 200) throw new Error(required.text);
  return id;
}

/** A firm quote for the same terms. */
export async function createQuote(api: Api, more: object = {}): Promise<string> {
  const created = await api.post('/v1/quotes', conversionFor(more));
  if (created.status !== 200) throw new Error(created.text);
  return created.body.data.id as string;
}
