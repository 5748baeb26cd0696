import type { Api } from '../support/api.js';
import { type Step, createAndMove, instructionFor, simulate } from '../support/instruction.js';
import { createAndMovePayment, paymentFor, simulatePayment } from '../support/payment.js';
import { fundedClient, germanCompany } from '../support/system.js';

/** What has not been sent shows, and is found by, the current beneficiary; what was sent keeps its snapshot (interface-spec 1). */

let api: Api;
let beneficiaryId: string;
beforeEach(async () => {
  ({ api, beneficiaryId } = await fundedClient({ GBP: 1_000, EUR: 1_000 }));
});

const view = async (path: string) => (await api.get(`/v1/${path}`)).body.data;
const rename = async (displayName: string) =>
  expect(
    (await api.put(`/v1/beneficiaries/${beneficiaryId}`, { ...germanCompany, displayName })).status,
  ).toBe(200);
const found = async (collection: string, name: string): Promise<string[]> => {
  const q = encodeURIComponent(`beneficiary.displayName ~ "${name}"`);
  return (await view(`${collection}?q=${q}`)).map(({ id }: { id: string }) => id);
};

it.each<[string, Step[]]>([
  ['PENDING', []],
  ['ACKNOWLEDGED', ['acknowledge']],
  ['FILLED', ['acknowledge', 'fill']],
])('an instruction that is %s follows its beneficiary', async (status, steps) => {
  const id = await createAndMove(api, instructionFor(beneficiaryId), ...steps);
  await rename('Renamed "A" & Söhne');
  const { statusHistory, beneficiary } = await view(`payment-instructions/${id}`);
  expect([statusHistory.at(-1).status, beneficiary.displayName]).toEqual([status, 'Renamed "A" & Söhne']);
  expect(await found('payment-instructions', 'a\\" & söh')).toEqual([id]);
  expect(await found('payment-instructions', 'Muster')).toEqual([]);
});

it('once it is sent, instruction, payment and snapshot agree, whatever becomes of the beneficiary', async () => {
  const id = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill');
  await rename('As paid');
  expect((await simulate(api, id, 'send')).status).toBe(200);
  await rename('Later');
  expect((await api.post(`/v1/beneficiaries/${beneficiaryId}/archive`)).status).toBe(200);
  const { linkedPaymentId, linkedConversionId, beneficiary } = await view(`payment-instructions/${id}`);
  const payment = await view(`payments/${linkedPaymentId}`);
  const snapshot = await view(`beneficiary-snapshots/${payment.beneficiarySnapshot.id}`);
  const [shown] = (await view(`conversions/${linkedConversionId}`)).payments;
  expect(beneficiary.displayName).toBe('As paid');
  expect([payment.beneficiary, shown.beneficiary]).toEqual([beneficiary, beneficiary]);
  expect(snapshot).toMatchObject({ displayName: 'As paid', status: 'ACTIVE' });
  expect(await found('payments', 'As paid')).toEqual([linkedPaymentId]);
  expect(await found('payment-instructions', 'Later')).toEqual([]);
});

it('a payment follows its beneficiary until it is sent', async () => {
  const draft = await createAndMovePayment(api, paymentFor(beneficiaryId));
  const ready = await createAndMovePayment(api, paymentFor(beneficiaryId), 'authorise');
  const sent = await createAndMovePayment(api, paymentFor(beneficiaryId), 'authorise', 'send');
  await rename('Renamed');
  expect((await found('payments', 'Renamed')).sort()).toEqual([draft, ready].sort());
  expect(await found('payments', 'Muster')).toEqual([sent]);
  for (const id of [draft, ready])
    expect((await view(`payments/${id}`)).beneficiary.displayName).toBe('Renamed');
});

it('an archived beneficiary is sent nothing more', async () => {
  const instruction = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill');
  const payment = await createAndMovePayment(api, paymentFor(beneficiaryId), 'authorise');
  await api.post(`/v1/beneficiaries/${beneficiaryId}/archive`);
  for (const refused of [
    await simulate(api, instruction, 'send'),
    await simulatePayment(api, payment, 'send'),
  ])
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      422,
      'beneficiary_not_usable',
      'The beneficiary is archived.',
    ]);
  expect((await view(`payment-instructions/${instruction}`)).status).toBe('FILLED');
  expect((await view('wallets/EUR')).balance.value).toBe(1000);
});
