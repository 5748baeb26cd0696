import { type Clock, type Money, fromResource, isCurrency, money } from '@corridor/kernel';
import type { ProviderClient } from '@corridor/platform';
import {
  type Away,
  type Handover,
  PaymentRail,
  type RailBatch,
  type RailPayment,
  type RailReport,
} from '../payment-rail.js';

/** No further payment is begun after it: two requests of at most 8 s each end within the 30 s of a batch. */
const BEGINS_WITHIN_MS = 12_000;

const statuses = {
  received: 'ACCEPTED',
  done: 'SETTLED',
  refused: 'REJECTED',
  'sent back': 'RETURNED',
} as const;

/** What the bank says about a transfer. */
interface News {
  /** Of this piece of news, not of the transfer. */
  readonly id: string;
  readonly ref: string;
  readonly state: keyof typeof statuses;
  readonly cause?: string;
  /** What was sent back: the currency, and the amount in its smallest unit. */
  readonly returned?: { readonly ccy: string; readonly minor: string };
}

/** A rail to copy (docs/write-a-rail.md), for an invented bank that takes one payment per request. */
export class ExampleRail extends PaymentRail {
  override readonly isSimulated = false;
  private unreadable: Away | null = null;

  constructor(
    private readonly bank: ProviderClient,
    override readonly bic: string,
    private readonly clock: Clock,
  ) {
    super();
  }

  override get away(): Away | null {
    return this.bank.away ?? this.unreadable;
  }

  override async submit({ payments, isRepeated }: RailBatch, signal: AbortSignal): Promise<Handover> {
    const failures: Record<string, string> = {};
    const reports: RailReport[] = [];
    const until = this.nowMs + BEGINS_WITHIN_MS;
    for (const one of payments) {
      try {
        if (this.nowMs > until) throw new Error('the bank was too slow for the whole batch');
        if (one.creditor.iban === null) reports.push(refused(one, 'The bank pays to IBANs only.'));
        else if (!(isRepeated && (await this.isThere(one, signal)))) await this.send(one, signal);
      } catch (error) {
        failures[one.id] = (error as Error).message;
      }
    }
    signal.throwIfAborted();
    return { failures, reports };
  }

  /** What cannot be read stays at the bank, and does not hold up the rest. */
  override async collect(...[take]: Parameters<PaymentRail['collect']>): Promise<void> {
    if (this.bank.isResting) return;
    const reports: RailReport[] = [];
    let reason = '';
    for (const one of await this.bank.request('GET', 'news', listIn)) {
      try {
        reports.push(reportOf(one));
      } catch (error) {
        reason = (error as Error).message;
      }
    }
    this.unreadable = reason ? { since: this.unreadable?.since ?? this.clock.now(), reason } : null;
    if (reports.length === 0) return;
    await take(reports);
    const ids = reports.map(({ reportId }) => reportId);
    await this.bank.request('POST', 'news/seen', accepted, { body: { ids } });
  }

  private isThere({ reference }: RailPayment, signal: AbortSignal): Promise<boolean> {
    const read = (status: number, body: unknown) => {
      // A proxy, or a wrong address, says 404 as well.
      if (status === 404 && (body as { code?: unknown } | null)?.code === 'no_such_transfer') return false;
      return accepted(status);
    };
    return this.bank.request('GET', `transfers/${reference}`, read, { signal });
  }

  private send({ reference, amount, creditor }: RailPayment, signal: AbortSignal): Promise<boolean> {
    const { ccyCode, minor } = fromResource(amount);
    const body = {
      ref: reference,
      ccy: ccyCode,
      minor: String(minor),
      name: creditor.name,
      iban: creditor.iban,
    };
    return this.bank.request('POST', 'transfers', accepted, { body, idempotencyKey: reference, signal });
  }

  private get nowMs(): number {
    return this.clock.now().getTime();
  }
}

function accepted(status: number): true {
  if (status !== 200) throw new Error(`the response was ${status}`);
  return true;
}

function listIn(status: number, body: unknown): readonly unknown[] {
  accepted(status);
  if (!Array.isArray(body)) throw new Error('the response is no list');
  return body as unknown[];
}

/** @throws Error if it is not what the documentation of the bank describes */
function reportOf(given: unknown): RailReport {
  const { id, ref, state, cause, returned } = given as Partial<News>;
  if (typeof id !== 'string' || typeof ref !== 'string' || !state || !Object.hasOwn(statuses, state))
    throw new Error(`this is no news of a transfer: ${JSON.stringify(given).slice(0, 200)}`);
  return {
    reportId: id,
    reference: ref,
    status: statuses[state],
    reason: cause ?? null,
    returned: returned ? moneyIn(returned) : null,
    bankReference: null,
  };
}

function moneyIn({ ccy, minor }: { readonly ccy: string; readonly minor: string }): Money {
  if (!isCurrency(ccy) || !/^\d+$/.test(minor)) throw new Error(`${minor} ${ccy} is no amount`);
  return money(ccy, BigInt(minor));
}

/** The bank was not asked, because it never executes such a payment. */
const refused = ({ reference }: RailPayment, reason: string): RailReport => ({
  reportId: `${reference} REJECTED`,
  reference,
  status: 'REJECTED',
  reason,
  returned: null,
  bankReference: null,
});
