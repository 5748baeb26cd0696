import type { OtherServices, Outcomes } from '../other-services.fixture.js';
import type { PaymentsUnderTest } from '../payments.fixture.js';

export interface Posted {
  readonly id: string;
  readonly reference: string;
}

/** Payments without an instruction, for specs over HTTP. */
export function ownPayments(
  started: () => { readonly payments: PaymentsUnderTest; readonly otherServices: OtherServices },
) {
  const create = async (more: object = {}) => {
    const { payments } = started();
    return (await payments.post('payments', await payments.paymentBody(more))).data as Posted;
  };
  const read = async (id: string) => (await started().payments.get(`payments/${id}`)).data;
  const simulate = (id: string, step: string, body?: object, outcomes?: Outcomes, key?: string) => {
    const { payments, otherServices } = started();
    const call = payments.post(`simulators/payments/${id}/${step}`, body, { key });
    return otherServices.untilResponse(call, outcomes);
  };
  const createAndMove = async (more: object, ...steps: string[]) => {
    const { id } = await create(more);
    for (const step of steps) expect((await simulate(id, step)).status).toBe(200);
    return id;
  };
  const transfersOf = (id: string) =>
    started().otherServices.transfers.filter(({ transferId }) => transferId.startsWith(id));
  const transferIds = (id: string) => [...new Set(transfersOf(id).map(({ transferId }) => transferId))];
  return { create, read, simulate, createAndMove, transfersOf, transferIds };
}
