import type { Chance } from '@corridor/testing';

/** Shares of what happens at each occasion; 0 for never. */
export interface FaultRates {
  /** A statement is not executed: its connection is lost. */
  readonly lostStatement: number;
  /** A statement is executed, and its connection is lost before the reply; also of COMMIT. */
  readonly lostReply: number;
  /** The server fails a statement. */
  readonly failedStatement: number;
  /** A batch of messages is carried again. */
  readonly duplicate: number;
  /** A message is sent, and the sender does not learn of it. */
  readonly lostAcknowledgement: number;
  /** A message is not sent. */
  readonly refusedMessage: number;
  /** A request or its response gets lost. */
  readonly lostRequest: number;
  readonly lostResponse: number;
  /** A request arrives twice. */
  readonly duplicateRequest: number;
  /** A trigger of a delivery is wiped. */
  readonly lostTrigger: number;
  /** A receiver is hostile at an attempt. */
  readonly hostileReceiver: number;
}

export const NO_FAULTS: FaultRates = {
  lostStatement: 0,
  lostReply: 0,
  failedStatement: 0,
  duplicate: 0,
  lostAcknowledgement: 0,
  refusedMessage: 0,
  lostRequest: 0,
  lostResponse: 0,
  duplicateRequest: 0,
  lostTrigger: 0,
  hostileReceiver: 0,
};

/** Deadlock, disk full, too many connections, out of memory. */
const CODES = ['40P01', '53100', '53300', '53200'];

/** Draws the faults of a seed, and counts them. */
export class Faults {
  readonly injected: Record<string, number> = {};
  private rates: FaultRates;
  /** Services that have no connection to their databases, or to the carrier. */
  private readonly partitions = new Set<string>();

  constructor(
    private readonly chance: Chance,
    drawn: FaultRates,
  ) {
    this.rates = drawn;
  }

  /** From now on something may fail. */
  begin(rates: FaultRates): void {
    this.rates = rates;
  }

  /** From now on nothing fails. */
  heal(): void {
    this.rates = NO_FAULTS;
    this.partitions.clear();
  }

  happens(fault: keyof FaultRates): boolean {
    if (!this.chance.happens(this.rates[fault])) return false;
    this.count(fault);
    return true;
  }

  count(fault: string): void {
    this.injected[fault] = (this.injected[fault] ?? 0) + 1;
  }

  /** @param what `database ledger`, `carrier payments` */
  cut(what: string): void {
    this.partitions.add(what);
    this.count('partition');
  }

  mend(what: string): void {
    this.partitions.delete(what);
  }

  isCut(what: string): boolean {
    return this.partitions.has(what);
  }

  isAway(service: string): boolean {
    return this.isCut(`database ${service}`);
  }

  /** @returns `lost`, or the code of an error of the server */
  ofStatement(service: string, text: string): string | null {
    if (this.isAway(service) || this.happens('lostStatement')) return 'lost';
    const canFail = !/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|LISTEN|NOTIFY|SET )/.test(text);
    return canFail && this.happens('failedStatement') ? this.chance.of(CODES) : null;
  }

  losesReply(text: string): boolean {
    const share = text === 'COMMIT' ? 'lostReply' : 'lostStatement';
    if (!this.chance.happens(this.rates[share])) return false;
    this.count(text === 'COMMIT' ? 'lost commit reply' : 'lost reply');
    return true;
  }
}
