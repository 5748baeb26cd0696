import { EventStore } from '@corridor/event-store';
import type { CommandContext } from '@corridor/http';
import { Clock, fold, referenceOf, todayFor } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import {
  type InboundFunds,
  type InboundFundsEvent,
  type Receipt,
  counted,
  inboundFunds,
  outcomeOfCredit,
  receive,
  reject,
  requestCredit,
  takeBack,
} from './inbound-funds/inbound-funds.js';

/** The outcome after the receipt. */
export const next = {
  CREDIT: requestCredit,
  PENDING: () => [],
  REJECT: (state) => reject(state, { reason: 'Rejected by the simulator' }),
  RETURN: (state) => reject(state, { reason: 'Returned by the bank of the linked funding account' }),
} as const satisfies Record<string, (state: InboundFunds) => InboundFundsEvent[]>;

/** Of a credit that was pulled. */
export const returned = (state: InboundFunds): InboundFundsEvent[] =>
  takeBack(state, { reason: 'R01: Insufficient funds.' });

/** Complete when wallet and transactions show that the ledger has posted or declined. */
export const credited = { outcome: outcomeOfCredit } as const;

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
