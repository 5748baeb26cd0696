import type { Api, Reply } from './api.js';

/** A valid body of a payment. */
export const paymentFor = (beneficiaryId: string, more: object = {}) => ({
  beneficiaryId,
  amount: { ccyCode: 'EUR', value: 100 },
  paymentDate: new Date().toISOString().slice(0, 10),
  paymentType: 'REGULAR',
  narrative: 'Invoice 42',
  ...more,
});

export type PaymentStep =
  | 'require-authorisation'
  | 'authorise'
  | 'suspend'
  | 'release'
  | 'send'
  | 'swift-status'
  | 'set-fee'
  | 'complete'
  | 'fail';

/** Advances a payment by its simulator. */
export const simulatePayment = (
  api: Api,
  id: string,
  step: PaymentStep,
  body?: object,
  key?: string,
): Promise<Reply> =>
  api.post(`/v1/simulators/payments/${id}/${step}`, body, key === undefined ? {} : { key });

/** Creates a payment and applies the given steps. */
export async function createAndMovePayment(api: Api, body: object, ...steps: PaymentStep[]): Promise<string> {
  const created = await api.post('/v1/payments', body);
  if (created.status !== 200) throw new Error(created.text);
  for (const step of steps) {
    const moved = await simulatePayment(api, created.body.data.id as string, step);
    if (moved.status !== 200) throw new Error(`${step}: ${moved.text}`);
  }
  return created.body.data.id as string;
}
