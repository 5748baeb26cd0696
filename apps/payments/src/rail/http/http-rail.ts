import type { Clock } from '@corridor/kernel';
import type { BankAccounts, ProviderClient } from '@corridor/platform';
import { Logger } from '@nestjs/common';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  type Away,
  type Handover,
  PaymentRail,
  type RailBatch,
  type RailPayment,
  type RailReport,
} from '../payment-rail.js';
import { type ProviderEvent, eventIn, orderOf, refusalIn, statusIn } from './wire.js';

/** Payments that are on their way at the same time. */
const AT_ONCE = 8;
/** Then the rest of a batch comes later: with two more responses (8 s each) it is within the time that a batch has. */
const BEGINS_WITHIN_MS = 12_000;
const EVENTS = 100;
/** For one collection; the next one goes on. */
const MOST_PAGES = 100;

export interface HttpRailOptions {
  readonly bic: string;
  /** Payments leave from the first one of their currency, and credits arrive at them; null if none are named. */
  readonly accounts: BankAccounts | null;
  /** How often it is asked what has happened. */
  readonly everyMs: number;
}

type Sinks = Parameters<PaymentRail['collect']>;

const page = Type.Object({ events: Type.Array(Type.Object({ id: Type.String() }), { maxItems: EVENTS }) });

/** A bank or provider with an interface in HTTP and JSON (ADR 66, docs/write-a-rail.md). It keeps nothing: the provider does. */
export class HttpRail extends PaymentRail {
  override readonly isSimulated = false;
  private readonly log = new Logger('Bank');
  private reading: Promise<void> | null = null;
  private nextOn = 0;
  private unreadable: Away | null = null;

  constructor(
    private readonly provider: ProviderClient,
    private readonly options: HttpRailOptions,
    private readonly clock: Clock,
  ) {
    super();
  }

  override get bic(): string {
    return this.options.bic;
  }

  override get away(): Away | null {
    return this.provider.away ?? this.unreadable;
  }

  /** Confirms nothing. @returns how many events wait, at most a page of them @throws Error with the reason why the provider cannot be used */
  async look(): Promise<number> {
    return (await this.eventsAfter(null)).length;
  }

  /** Each payment for itself: what becomes of one is known when its response is here. */
  override async submit({ payments, isRepeated }: RailBatch, signal: AbortSignal): Promise<Handover> {
    const failures: Record<string, string> = {};
    const reports: RailReport[] = [];
    const waiting = payments.values();
    const until = performance.now() + BEGINS_WITHIN_MS;
    const some = async () => {
      for (const one of waiting) {
        try {
          if (performance.now() > until) throw new Error('the provider was too slow for the whole batch');
          const report = await this.handedOver(one, isRepeated, signal);
          if (report) reports.push(report);
        } catch (error) {
          failures[one.id] = (error as Error).message;
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, some));
    signal.throwIfAborted();
    return { failures, reports };
  }

  override collect(...sinks: Sinks): Promise<void> {
    const now = this.clock.now().getTime();
    if (!this.reading && (now < this.nextOn || this.provider.isResting)) return Promise.resolve();
    this.nextOn = now + this.options.everyMs;
    this.reading ??= this.readAll(...sinks).finally(() => (this.reading = null));
    return this.reading;
  }

  /** What may be there already is asked for first: the provider might have forgotten the idempotency key. */
  private async handedOver(one: RailPayment, isRepeated: boolean, signal: AbortSignal) {
    const { reference } = one;
    if (isRepeated) {
      const known = await this.provider.request(
        'GET',
        `payments/${encodeURIComponent(reference)}`,
        (status, body) =>
          isUnknown(status, body) ? null : { report: statusIn(only(200, status, body), reference) },
        { signal },
      );
      if (known) return known.report;
    }
    const account = this.options.accounts?.get(one.amount.ccyCode)?.[0] ?? null;
    return this.provider.request(
      'POST',
      'payments',
      (status, body) =>
        status === 422 ? rejected(reference, body) : statusIn(success(status, body), reference),
      { body: orderOf(one, account), idempotencyKey: reference, signal },
    );
  }

  /** What is not confirmed comes again. What cannot be read is never confirmed, and does not hold up the rest. */
  private async readAll(...sinks: Sinks): Promise<void> {
    const seen = new Set<string>();
    const wrong: string[] = [];
    for (let pages = 0, after: string | null = null; pages < MOST_PAGES; pages++) {
      const found = await this.eventsAfter(after);
      // An id that is used again for something else is not passed over: confirmed, it would be lost.
      const events = found.filter((one) => !seen.has(JSON.stringify(one)));
      for (const one of events) seen.add(JSON.stringify(one));
      await this.passOn(
        events.flatMap((one) => this.read(one, wrong)),
        sinks,
      );
      if (events.length < EVENTS) break;
      after = events.at(-1)!.id;
    }
    const [first] = wrong;
    const reason = first && `${wrong.length} events cannot be read, such as ${first}`;
    this.unreadable = reason ? { since: this.unreadable?.since ?? this.clock.now(), reason } : null;
    if (reason) this.log.error(reason);
  }

  private async passOn(events: readonly ProviderEvent[], [take, credited, stated]: Sinks): Promise<void> {
    if (events.length === 0) return;
    await take(events.flatMap(({ report }) => report ?? []));
    await credited(events.flatMap(({ credit }) => credit ?? []));
    for (const { part } of events) if (part) await stated(part);
    const ids = events.map(({ id }) => id);
    await this.provider.request('POST', 'events/confirm', success, { body: { ids } });
  }

  private eventsAfter(after: string | null): Promise<readonly { readonly id: string }[]> {
    const query = new URLSearchParams({ limit: String(EVENTS), ...(after !== null && { after }) });
    return this.provider.request('GET', `events?${query.toString()}`, (status, body) => {
      if (!Value.Check(page, only(200, status, body))) throw new Error('the response is no list of events');
      return (body as { events: { id: string }[] }).events;
    });
  }

  private read(given: { readonly id: string }, wrong: string[]): ProviderEvent[] {
    try {
      return [eventIn(given, this.options.accounts)];
    } catch (error) {
      wrong.push(`${JSON.stringify(given.id.slice(0, 128))}: ${(error as Error).message}`);
      return [];
    }
  }
}

/** The only response that says that the provider does not have a payment: a page of a proxy does not. */
const isUnknown = (status: number, body: unknown): boolean =>
  status === 404 && refusalIn(body).code === 'unknown_payment';

function only(expected: number, status: number, body: unknown): unknown {
  if (status !== expected) throw new Error(`the response was ${status}`);
  return body;
}

function success(status: number, body: unknown): unknown {
  if (status < 200 || status > 299) throw new Error(`the response was ${status}`);
  return body;
}

/** The provider will never execute it: for example, there is no such account. */
function rejected(reference: string, body: unknown): RailReport {
  const { reason } = refusalIn(body);
  return {
    reportId: `${reference} REJECTED`,
    reference,
    status: 'REJECTED',
    reason,
    returned: null,
    bankReference: null,
  };
}
