import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chance } from '@corridor/testing';

/** The history of two clients of a sandbox, for searches. */

const texts = [
  'Invoice 42',
  'invoice 42%',
  'INVOICE_42',
  "O'Brien & Söhne",
  'He said "yes"',
  'back\\slash\\',
  '100% of _everything_',
  'Straße',
  'STRASSE',
  'ΟΔΟΣ',
  'İstanbul',
  '日本語',
  '👩‍👩‍👧 family',
  '{"json": true}',
  'a,b) OR(c == "d"',
  ' leading',
  'x',
];

const bodies = JSON.parse(
  readFileSync(join(process.cwd(), 'apps/all-in-one/src/seed/beneficiaries.json'), 'utf8'),
) as { bankAccount: { ccyCode: string } }[];

type Send = (method: string, path: string, body?: object) => Promise<any>;

/** Wallets, money, beneficiaries, and instructions in random statuses. */
export async function live(send: Send, chance: Chance, instructions: number): Promise<void> {
  const currencies = ['GBP', 'EUR', 'USD', 'JPY'];
  for (const ccyCode of currencies) await send('POST', '/v1/wallets', { ccyCode });
  for (let i = 0; i < instructions / 2; i++) {
    const amount = chance.below(500_000) + 1;
    const ccyCode = chance.of(currencies);
    await send('POST', '/v1/simulators/inbound-funds/credit', {
      ccyCode,
      amount: ccyCode === 'JPY' ? amount : amount + chance.below(100) / 100,
      ...(chance.happens(0.7) && { narrative: chance.of(texts) }),
      ...(chance.happens(0.5) && {
        sender: { name: chance.of(texts), countryCode: chance.of(['DE', 'GB']) },
      }),
      ...(chance.happens(0.3) && { outcome: chance.of(['PENDING', 'REJECT']) }),
    });
  }
  const beneficiaries: { id: string; ccyCode: string }[] = [];
  for (const body of bodies) {
    const identificationValue = chance.happens(0.5) ? chance.of(texts) : null;
    const { data } = await send('POST', '/v1/beneficiaries', {
      ...body,
      identificationType: identificationValue && 'TAX',
      identificationValue,
    });
    beneficiaries.push({ id: data.id, ccyCode: body.bankAccount.ccyCode });
  }
  for (let i = 0; i < 8; i++) await subscribe(send, chance);
  for (let i = 0; i < instructions; i++) await instruct(send, chance, chance.of(beneficiaries));
}

/** Names that do not exist: nothing is sent. */
async function subscribe(send: Send, chance: Chance): Promise<void> {
  const { data } = await send('POST', '/v1/webhook-subscriptions', {
    targetPlatform: chance.happens(0.7) ? chance.of(texts) : null,
    targetUrl: `https://${chance.of(['a', 'b'])}.hooks.example/${chance.below(100)}`,
    events: chance.of([['ping'], ['payment.sent', 'payment.failed'], ['conversion.cancelled', 'ping']]),
  });
  for (const step of chance.of([[], ['pause'], ['pause', 'resume'], ['unsubscribe']]))
    await send('POST', `/v1/webhook-subscriptions/${data.id}/${step}`);
}

async function instruct(
  send: Send,
  chance: Chance,
  { id, ccyCode }: { id: string; ccyCode: string },
): Promise<void> {
  const created = await send('POST', '/v1/payment-instructions', {
    sellCcyCode: chance.of(['GBP', 'EUR', 'USD']),
    buyCcyCode: ccyCode,
    fixedSide: ccyCode === 'JPY' ? 'SELL' : chance.of(['BUY', 'SELL']),
    amount: 1 + chance.below(20_000),
    beneficiaryId: id,
    paymentDate: new Date(Date.now() + chance.below(40) * 86_400_000).toISOString().slice(0, 10),
    ...chance.of([
      { paymentType: 'REGULAR' },
      { paymentType: 'PRIORITY', chargeType: chance.of(['SHARED', 'OURS']) },
    ]),
    narrative: chance.of(texts),
    ...(chance.happens(0.5) && { metadata: chance.of(texts) }),
  });
  if (!created.data) return; // not every beneficiary takes every currency and type
  const steps = chance.of([
    [],
    ['cancel'],
    ['acknowledge'],
    ['acknowledge', 'reject'],
    ['acknowledge', 'fill'],
    ['acknowledge', 'fill', 'fail'],
    ['acknowledge', 'fill', 'send'],
    ['acknowledge', 'fill', 'send'],
    ['acknowledge', 'fill', 'send'],
  ]);
  for (const step of steps) {
    const path = `payment-instructions/${created.data.id}/${step}`;
    if (step === 'cancel') await send('POST', `/v1/${path}`, { reason: chance.of(texts) });
    else if (step === 'fill')
      await send('POST', `/v1/simulators/${path}`, { useIndicativeRateForActualRate: true });
    else await send('POST', `/v1/simulators/${path}`);
  }
}
