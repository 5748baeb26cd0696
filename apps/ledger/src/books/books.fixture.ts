import type { TransferRequest } from '@corridor/ledger-contract';
import { OPERATOR } from '@corridor/http';
import { type Caller, money } from '@corridor/kernel';
import { type TestClock, delivered, testCaller } from '@corridor/testing';
import { type TestService, type TestServiceOptions, startTestService } from '@corridor/testing/service';
import { LedgerModule } from '../ledger.module.js';
import { Reactions } from '../reactions.js';
import { service } from '../service.js';

export const accountant: Caller = {
  ...testCaller,
  client: OPERATOR,
  user: { id: 'stf_1', name: 'Ines Almeida' },
  apiKeyId: null,
  permissions: ['books:read', 'books:write'] as never[],
  approved: { id: 'apr_1', by: { id: 'stf_2', name: 'Bo Lindgren' } },
};

export const clientOf = (number: number): Caller => ({
  ...testCaller,
  client: { id: `cli_${String(number).padStart(26, '0')}`, name: `Client ${number}` },
  permissions: ['wallets:read', 'transactions:read'],
});

/** Signed, by account: what a transfer moves. */
export type Legs = readonly (readonly [TransferRequest['entries'][number]['account'], string, bigint])[];

/** A ledger with what staff do and what other services ask for. */
export class Books {
  private number = 0;

  private constructor(readonly ledger: TestService) {}

  static async open(clock: TestClock, options: Partial<TestServiceOptions> = {}): Promise<Books> {
    return new Books(
      await startTestService(service, LedgerModule, { clock, caller: accountant, ...options }),
    );
  }

  get(path: string, as: Caller = accountant) {
    return this.ledger.get(`/operator/v1/books/${path}`, { as });
  }

  adjust(body: object, sending: { as?: Caller; key?: string } = {}) {
    return this.ledger.post('/operator/v1/books/adjustments', body, { as: accountant, ...sending });
  }

  async transfer(caller: Caller, legs: Legs, more: Partial<TransferRequest> = {}): Promise<void> {
    const transferId = `if_${++this.number}`;
    await this.ledger.app.get(Reactions).onTransferRequested(
      delivered<'ledger.transfer_requested'>(
        {
          transferId,
          action: 'FUNDING',
          reason: null,
          relatedEntity: {
            id: transferId,
            type: 'INBOUND_FUNDS',
            reference: 'IF-1',
            details: { description: 'in' },
          },
          entries: legs.map(([account, ccyCode, minor]) => ({ account, amount: money(ccyCode, minor) })),
          holdFor: null,
          excludes: null,
          ...more,
        },
        caller,
      ),
    );
  }

  /** Of funds that were credited; repeated, as messages can be. */
  async takeBack(caller: Caller, ccyCode: string, minor: bigint): Promise<void> {
    const id = `if_${++this.number}`;
    const relatedEntity = {
      ...({ id, type: 'INBOUND_FUNDS', reference: 'IF-1' } as const),
      details: { description: 'in' },
    };
    const request = {
      transferId: `${id}/return`,
      amount: money(ccyCode, minor),
      reason: 'R01',
      relatedEntity,
    };
    for (const _ of [1, 2])
      await this.ledger.app
        .get(Reactions)
        .onTakeBackRequested(delivered<'ledger.take_back_requested'>(request, caller));
  }

  fund(caller: Caller, ccyCode: string, minor: bigint): Promise<void> {
    return this.transfer(caller, [
      ['settlement', ccyCode, -minor],
      ['wallet', ccyCode, minor],
    ]);
  }
}
