import type { Api } from './api.js';
import { createSubscription } from './subscription.js';
import { createAndMove, instructionFor } from './instruction.js';
import { type TestClient, fundedClient } from './system.js';

/** Ids of a record of each kind, all but those of webhooks of one payment instruction that was sent by SWIFT. */
export interface Records {
  readonly instruction: string;
  readonly beneficiary: string;
  readonly payment: string;
  readonly snapshot: string;
  readonly conversion: string;
  readonly wallet: string;
  readonly funds: string;
  readonly transaction: string;
  readonly subscription: string;
  readonly notification: string;
}

/** The `data` of a view or a list below `/v1`. */
export const read = async (api: Api, path: string): Promise<any> => (await api.get(`/v1/${path}`)).body.data;

export async function recordsOf({
  api,
  beneficiaryId,
}: Pick<TestClient, 'api'> & { beneficiaryId: string }): Promise<Records> {
  const bySwift = instructionFor(beneficiaryId, { paymentType: 'PRIORITY', chargeType: 'OURS' });
  const instruction = await createAndMove(api, bySwift, 'acknowledge', 'fill', 'send');
  const { linkedPaymentId: payment, linkedConversionId: conversion } = await read(
    api,
    `payment-instructions/${instruction}`,
  );
  const subscription = await createSubscription(api, { events: ['payment.cancelled'] });
  const ping = await api.post(`/v1/webhook-subscriptions/${subscription}/ping`, { message: 'hello' });
  return {
    instruction,
    beneficiary: beneficiaryId,
    payment,
    conversion,
    snapshot: (await read(api, `payments/${payment}`)).beneficiarySnapshot.id,
    wallet: (await read(api, 'wallets/GBP')).id,
    funds: (await read(api, 'inbound-funds'))[0].id,
    transaction: (await read(api, 'transactions'))[0].id,
    subscription,
    notification: ping.body.data.id as string,
  };
}

/** A client with pounds and euros and a record of each kind. */
export async function clientWithRecords(): Promise<
  TestClient & { readonly beneficiaryId: string; readonly ids: Records }
> {
  const client = await fundedClient({ GBP: 10_000, EUR: 100 });
  return { ...client, ids: await recordsOf(client) };
}
