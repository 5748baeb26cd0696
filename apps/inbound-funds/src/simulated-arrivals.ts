import { EventStore } from '@corridor/event-store';
import type { CommandContext } from '@corridor/http';
import { Clock, fold, referenceOf, todayFor } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import {
  type InboundFunds,
  type InboundFundsEvent,
  type Receipt,
  inboundFunds,
  isCountedRight,
  outcomeOfCredit,
  receive,
  reject,
  requestCredit,
} from './inbound-funds/inbound-funds.js';

/** The outcome after the receipt. */
export const next = {
  CREDIT: requestCredit,
  PENDING: () => [],
  REJECT: (state) => reject(state, { reason: 'Rejected by the simulator' }),
  RETURN: (state) => reject(state, { reason: 'Returned by the bank of the linked funding account' }),
} as const satisfies Record<string, (state: InboundFunds) => InboundFundsEvent[]>;

/** Complete when wallet and transactions show that the ledger has posted or declined. */
export const credited = { outcome: outcomeOfCredit } as const;

/** Complete when the pending balance of the wallet shows it. If the ledger is unavailable, the wait is short. */
export const counted = {
  outcome: (state: InboundFunds) => (isCountedRight(state) ? 'done' : 'pending'),
  timeoutMs: 2_000,
  onTimeout: 'respond',
} as const;

export type Arrival = Omit<Receipt, 'reference' | 'creditsOn' | 'isCreditedAtOnce'> & {
  readonly outcome: keyof typeof next;
};

/** Money that simulated senders send. */
@Injectable()
export class SimulatedArrivals {
  readonly isSimulated = true;

  constructor(
    private readonly store: EventStore,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @param mustBeAllowed throws a Refusal; it is not asked again when a request is repeated */
  receive({ outcome, ...arrival }: Arrival, command: CommandContext, mustBeAllowed = () => {}) {
    const id = this.ids.next('if', command);
    const today = todayFor(command.caller, this.clock);
    const receipt = {
      ...arrival,
      reference: referenceOf(id, today),
      creditsOn: today,
      isCreditedAtOnce: outcome === 'CREDIT',
    };
    const arrive = (state: InboundFunds): InboundFundsEvent[] => {
      mustBeAllowed();
      const received = receive(state, receipt);
      return [...received, ...next[outcome](fold(inboundFunds, received))];
    };
    const until = outcome === 'CREDIT' ? credited : counted;
    return this.store.handleAndSettle(inboundFunds, id, arrive, { ...command, ...until });
  }
}
