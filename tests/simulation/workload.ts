import type { Chance } from '@corridor/testing';
import { webhookEventTypes } from '@corridor/webhook-dispatcher-contract';
import { beneficiary } from './beneficiary.js';
import { type Clients, type Operation, type Response, newKey } from './clients.js';
import { KINDS, type Kind, SimulatedClient, callerOf } from './simulated-client.js';

const CURRENCIES = ['GBP', 'EUR', 'USD'];
/** Monday and the days after it, in simulated time. */
const PAYMENT_DATES = ['2026-11-24', '2026-11-25', '2026-11-26'];

/** Draws what clients do: 400 operations of two clients, many of them about the same few records. */
export class Workload {
  private readonly members: SimulatedClient[] = [];
  private readonly made: Operation[] = [];
  private labels = 0;

  constructor(
    private readonly chance: Chance,
    private readonly clients: Clients,
  ) {}

  /** The clients, their wallets, beneficiaries and subscriptions: the first part of the preparation. */
  prepareClients(): void {
    for (const n of [1, 2]) this.createClient(n);
  }

  prepareRecords(): void {
    for (const one of this.members) {
      for (const ccyCode of CURRENCIES) this.command(one, 'ledger', 'wallets', { ccyCode });
      this.command(one, 'payments', 'beneficiaries', beneficiary, (id) => (one.beneficiaryId = id));
      this.subscribe(one, [...webhookEventTypes]);
    }
  }

  /** Money to begin with. */
  prepareFunds(): void {
    for (const one of this.members)
      for (const ccyCode of CURRENCIES)
        this.command(one, 'inbound-funds', 'simulators/inbound-funds/credit', { ccyCode, amount: 500 });
  }

  /** One operation. */
  next(): void {
    const one = this.chance.of(this.members);
    const acts: [number, () => void][] = [
      [10, () => this.credit(one)],
      [16, () => this.instruct(one)],
      [42, () => this.move(one, 'payment-instructions')],
      [8, () => this.convert(one)],
      [10, () => this.quote(one)],
      [6, () => this.useQuote(one)],
      [8, () => this.move(one, 'conversions')],
      [8, () => this.pay(one)],
      [14, () => this.move(one, 'payments')],
      [4, () => this.move(one, 'inbound-funds')],
      [10, () => this.cancel(one)],
      [5, () => this.subscription(one)],
      [3, () => this.settings(one)],
      [12, () => this.repeat()],
      [20, () => this.read(one)],
    ];
    let left = this.chance.below(acts.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, act] of acts) {
      left -= weight;
      if (left < 0) return act();
    }
  }

  private createClient(n: number): void {
    const operator = {
      ...callerOf({ id: 'operator', name: 'Operator' }, 0),
      user: { id: `stf_${'0'.repeat(26)}`, name: 'Simulated Staff' },
      apiKeyId: null,
      permissions: ['clients:write'],
    };
    const address = {
      lines: ['1 Simulated Road'],
      city: 'London',
      state: null,
      postalCode: 'N1 7GR',
      countryCode: 'GB',
    };
    const name = `Simulated Client ${n}`;
    const body = { name, code: `sim-${n}`, address, clientType: 'Business', settings: { baseCcy: 'GBP' } };
    this.perform({
      service: 'gateway',
      method: 'POST',
      path: '/operator/v1/clients',
      body,
      key: newKey(this.chance),
      caller: operator,
      onDone: (response) => this.members.push(new SimulatedClient(callerOf({ id: idIn(response), name }, n))),
    });
  }

  private credit(one: SimulatedClient): void {
    const body = {
      ccyCode: this.chance.of(CURRENCIES),
      amount: this.chance.between(1, 300),
      narrative: this.label(),
      outcome: this.chance.of(['CREDIT', 'CREDIT', 'PENDING', 'REJECT']),
    };
    this.command(one, 'inbound-funds', 'simulators/inbound-funds/credit', body, (id) => {
      one.known['inbound-funds'].push(id);
    });
  }

  private instruct(one: SimulatedClient, terms?: object): void {
    const body = {
      ...(terms ?? this.termsOf(this.chance.of(CURRENCIES), 'EUR')),
      beneficiaryId: one.beneficiaryId,
      paymentDate: this.chance.of(PAYMENT_DATES),
      paymentType: 'REGULAR',
      narrative: 'Invoice',
      metadata: this.label(),
    };
    this.command(one, 'payments', 'payment-instructions', body, (id) =>
      one.known['payment-instructions'].push(id),
    );
  }

  private convert(one: SimulatedClient, terms?: object): void {
    const [sell, buy] = this.chance.shuffled(CURRENCIES) as [string, string];
    const body = { ...(terms ?? this.termsOf(sell, buy)), metadata: this.label() };
    this.command(one, 'conversions', 'conversions', body, (id) => one.known.conversions.push(id));
  }

  private termsOf(sellCcyCode: string, buyCcyCode: string): Record<string, unknown> {
    return {
      sellCcyCode,
      buyCcyCode,
      fixedSide: this.chance.of(['BUY', 'SELL']),
      amount: this.chance.between(1, 500),
    };
  }

  private quote(one: SimulatedClient): void {
    const terms = this.termsOf(this.chance.of(['GBP', 'USD']), 'EUR');
    this.command(one, 'conversions', 'quotes', terms, (id) => one.quotes.push({ id, terms }));
  }

  /** Of the newest ones, so that several records want the same one; now and then one of another client. */
  private useQuote(one: SimulatedClient): void {
    const owner = this.chance.happens(0.9) ? one : this.chance.of(this.members);
    const newest = owner.quotes.slice(-3);
    if (newest.length === 0) return this.quote(one);
    const { id: quoteId, terms } = this.chance.of(newest);
    const use = this.chance.of([() => this.instruct(one, body), () => this.convert(one, body)]);
    const body = { ...terms, quoteId };
    use();
  }

  private pay(one: SimulatedClient): void {
    const body = {
      beneficiaryId: one.beneficiaryId,
      amount: { ccyCode: 'EUR', value: this.chance.between(1, 500) },
      paymentDate: this.chance.of(PAYMENT_DATES),
      paymentType: 'REGULAR',
      narrative: 'Invoice',
      metadata: this.label(),
    };
    this.command(one, 'payments', 'payments', body, (id) => one.known.payments.push(id));
  }

  /** One of the newest records, so that commands meet. */
  private recent(one: SimulatedClient, kind: Kind): string | undefined {
    const newest = one.known[kind].slice(-4);
    return newest.length > 0 ? this.chance.of(newest) : undefined;
  }

  private move(one: SimulatedClient, kind: Kind): void {
    const id = this.recent(one, kind);
    if (!id) return this.read(one);
    const { service, forwards, ends } = KINDS[kind];
    const done = one.moved.get(id) ?? 0;
    const isNext = this.chance.happens(0.7) && done < forwards.length;
    const step = isNext ? (forwards[done] as string) : this.chance.of<string>([...forwards, ...ends]);
    const body = this.bodyOf(step);
    this.command(one, service, `simulators/${kind}/${id}/${step}`, body, () => {
      if (isNext) one.moved.set(id, done + 1);
    });
  }

  private bodyOf(step: string): object | undefined {
    if (step === 'fill') return { useIndicativeRateForActualRate: true };
    if (step !== 'set-fee') return undefined;
    const fee = { ccyCode: this.chance.of(CURRENCIES), value: this.chance.between(1, 200) };
    return { fee: this.chance.happens(0.8) ? fee : null };
  }

  private cancel(one: SimulatedClient): void {
    const kind = this.chance.of(['payment-instructions', 'conversions', 'payments'] as const);
    const id = this.recent(one, kind);
    if (!id) return this.read(one);
    this.command(one, KINDS[kind].service, `${kind}/${id}/cancel`, { reason: 'changed my mind' });
  }

  private subscribe(one: SimulatedClient, events: readonly string[]): void {
    const body = { targetPlatform: 'ERP', targetUrl: 'http://127.0.0.1:9/hooks', events };
    this.command(one, 'webhook-dispatcher', 'webhook-subscriptions', body, (id) =>
      one.subscriptions.push(id),
    );
  }

  /** The first subscription stays as it is. */
  private subscription(one: SimulatedClient): void {
    const id = this.chance.of([...one.subscriptions.slice(1), null]);
    if (!id) return this.subscribe(one, ['payment.sent', 'payment_instruction.filled', 'ping']);
    const step = this.chance.of(['ping', 'pause', 'resume', 'rotate-secret', 'unsubscribe']);
    this.command(
      one,
      'webhook-dispatcher',
      `webhook-subscriptions/${id}/${step}`,
      step === 'ping' ? {} : undefined,
    );
  }

  private settings(one: SimulatedClient): void {
    const { chance, clients } = this;
    const body = { baseCcy: chance.of(CURRENCIES) };
    const key = newKey(chance);
    const operation = { service: 'gateway', method: 'PUT', path: '/v1/client-settings', body, key } as const;
    this.made.push({ ...operation, caller: one.caller });
    clients.perform({ ...operation, caller: one.caller });
  }

  /** The same key again: with the same request, or with another one. */
  private repeat(): void {
    if (this.made.length === 0) return;
    const earlier = this.chance.of(this.made.slice(-20));
    const isSame = this.chance.happens(0.8) || !earlier.body;
    this.clients.perform({
      ...earlier,
      ...(!isSame && {
        body: { ...earlier.body, metadata: 'another request', narrative: 'another request' },
      }),
      onDone: undefined,
    });
  }

  /** Also of records that another client has. */
  private read(one: SimulatedClient): void {
    const owner = this.chance.of(this.members);
    const kind = this.chance.of(Object.keys(KINDS) as Kind[]);
    const id = this.recent(owner, kind);
    const path = id && this.chance.happens(0.8) ? `/v1/${kind}/${id}` : `/v1/${kind}?limit=10`;
    this.clients.perform({
      service: KINDS[kind].service,
      method: 'GET',
      path,
      key: null,
      caller: one.caller,
    });
  }

  private command(
    { caller }: SimulatedClient,
    service: string,
    path: string,
    body?: object,
    onCreated: (id: string) => void = () => undefined,
  ): void {
    this.perform({
      service,
      method: 'POST',
      path: `/v1/${path}`,
      ...(body && { body }),
      key: newKey(this.chance),
      caller,
      onDone: (response) => response.status === 200 && onCreated(idIn(response)),
    });
  }

  private perform(operation: Operation): void {
    this.made.push(operation);
    this.clients.perform(operation);
  }

  private label(): string {
    return `label ${++this.labels}`;
  }
}

const idIn = ({ text }: Response): string => String((JSON.parse(text) as { data: { id: string } }).data.id);
