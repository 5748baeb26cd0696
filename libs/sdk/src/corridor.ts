import type { StreamOptions, StreamedEvent } from './events.js';
import { Operations } from './generated/operations.js';
import type { Conversion, InboundFunds, Payment, PaymentInstruction } from './generated/schemas.js';
import { type WaitOptions, prefixOf, waitFor } from './wait-for.js';

/**
 * Corridor for one client. Each operation of the API is a method with the name that it has in the reference. A method
 * returns the record, or a `Search`, and rejects with a `ProblemError` or a `NoResponseError`. What can be repeated without
 * a second effect is repeated when Corridor or the network is unavailable for a moment.
 */
export class Corridor extends Operations {
  readonly events = {
    /**
     * What happens, as it happens, until the signal is aborted or the loop is left: the events of webhooks (docs/events.md). A
     * connection that is lost is replaced, and nothing is missing or comes twice. Store `event.id` once an event is processed, and
     * go on after it with `after`.
     * @throws ProblemError `events_expired` if the events after `after` are not kept any more
     */
    stream: (options: StreamOptions = {}): AsyncGenerator<StreamedEvent, void> =>
      this.eventsOf({ method: 'GET', path: '/v1/events' }, options),
  };

  private readonly reads: Readonly<Record<string, (id: string, options: WaitOptions) => Promise<Waited>>> = {
    pi: (id, options) => this.getPaymentInstruction(id, options),
    pmt: (id, options) => this.getPayment(id, options),
    con: (id, options) => this.getConversion(id, options),
    if: (id, options) => this.getInboundFunds(id, options),
  };

  /**
   * Waits until a record has a status.
   * @returns the record as it is then; it may have gone on to a later status
   * @throws StatusError if it ends in another status, or `timeoutMs` is over
   */
  waitFor<T extends Waited>(record: T, status: T['status'], options: WaitOptions = {}): Promise<T> {
    const read = this.reads[prefixOf(record.id)];
    if (!read) throw new TypeError(`${record.id} has no status to wait for`);
    const { signal } = options;
    return waitFor(
      record,
      status,
      async (id) => (await read(id, { ...(signal && { signal }) })) as T,
      options,
    );
  }
}

export type Waited = PaymentInstruction | Payment | Conversion | InboundFunds;
