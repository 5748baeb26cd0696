import type { Api, Reply } from './api.js';

/** A valid body of a payment instruction. */
export const instructionFor = (beneficiaryId: string, more: object = {}) => ({
  sellCcyCode: 'GBP',
  buyCcyCode: 'EUR',
  fixedSide: 'BUY',
  amount: 100,
  beneficiaryId,
  paymentDate: new Date().toISOString().slice(0, 10),
  paymentType: 'REGULAR',
  narrative: 'Invoice 42',
  ...more,
});

export type Step = 'acknowledge' | 'fill' | 'send' | 'reject' | 'fail';

/** Sends commands. */
type Sending = Pick<Api, 'post'>;

/** Advances an instruction by its simulator. */
export const simulate = (api: Sending, id: string, step: Step, key?: string): Promise<Reply> =>
  api.post(
    `/v1/simulators/payment-instructions/${id}/${step}`,
    step === 'fill' ? { useIndicativeRateForActualRate: true } : undefined,
    key === undefined ? {} : { key },
  );

/** Creates an instruction and applies the given steps. */
export async function createAndMove(api: Sending, body: object, ...steps: Step[]): Promise<string> {
  const created = await api.post('/v1/payment-instructions', body);
  if (created.status !== 200) throw new Error(created.text);
  for (const step of steps) {
    const moved = await simulate(api, created.body.data.id as string, step);
    if (moved.status !== 200) throw new Error(`${step}: ${moved.text}`);
  }
  return created.body.data.id as string;
}

/** An instruction that waits because its price has moved. @returns its id */
export async function withMovedPrice({
  api,
  beneficiaryId,
}: {
  api: Sending;
  beneficiaryId: string;
}): Promise<string> {
  const id = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge');
  const moved = await api.post(`/v1/simulators/payment-instructions/${id}/move-price`, { basisPoints: 100 });
  if (moved.status !== 200) throw new Error(moved.text);
  return id;
}
