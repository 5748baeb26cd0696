import { type Caller } from '@corridor/kernel';
import type { Chance } from '@corridor/testing';
import type { Faults } from './faults.js';
import type { Machine } from './machine.js';
import { CALLER_HEADER } from './simulated-service.js';
import type { World } from './world.js';

/** A request of a client, which it repeats with the same key until it knows the outcome. */
export interface Operation {
  readonly service: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  /** Null for reads. */
  readonly key: string | null;
  readonly caller: Caller;
  readonly onDone?: (response: Response) => void;
}

export interface Response {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
}

/** What a client knows of an operation. */
export class Attempted {
  readonly responses: Response[] = [];
  outcome: Response | null = null;

  constructor(readonly operation: Operation) {}
}

const LATENCY_MS = 3;
const TIMEOUT_MS = 20_000;
const RETRY_MS = 500;
/** Responses that tell the client to ask again. */
const isUncertain = ({ status, text }: Response): boolean =>
  status === 503 || status === 429 || (status === 409 && text.includes('idempotency_in_flight'));

/** The clients' side of the network. */
export class Clients {
  readonly attempted: Attempted[] = [];
  private open = 0;

  constructor(
    private readonly machine: Machine,
    private readonly world: World,
    private readonly faults: Faults,
  ) {}

  get isDone(): boolean {
    return this.open === 0;
  }

  perform(operation: Operation): void {
    const one = new Attempted(operation);
    this.attempted.push(one);
    this.open++;
    this.attempt(one);
    if (this.faults.happens('duplicateRequest')) this.send(one, () => undefined);
  }

  private attempt(one: Attempted): void {
    let isOver = false;
    const once = (act: () => void) => () => {
      if (!isOver) act();
      isOver = true;
    };
    const again = once(() => {
      this.machine.after(this.machine.about(RETRY_MS), null, () => this.attempt(one));
    });
    this.machine.after(TIMEOUT_MS, null, again);
    this.send(one, (response) => {
      if (response === null || isUncertain(response)) return again();
      once(() => this.done(one, response))();
    });
  }

  private done(one: Attempted, response: Response): void {
    one.outcome = response;
    this.open--;
    one.operation.onDone?.(response);
  }

  /** @param onEnd with null if the connection was refused or closed; never called if the response is lost */
  private send(one: Attempted, onEnd: (response: Response | null) => void): void {
    const { machine, faults } = this;
    const { service: name, method, path, body, key, caller } = one.operation;
    if (faults.happens('lostRequest')) return;
    machine.after(machine.about(LATENCY_MS), null, () => {
      const service = this.world.serviceOf(name);
      if (!service || faults.isCut(`requests ${name}`)) return onEnd(null);
      const headers = {
        [CALLER_HEADER]: JSON.stringify(caller),
        ...(key !== null && { 'x-idempotency-key': key }),
      };
      void service
        .request(method, path, headers, body)
        .then(({ statusCode: status, body: text, headers: got }) => {
          if (service.life.isOver) return onEnd(null);
          const response = { status, text, isReplayed: got['idempotent-replayed'] === 'true' };
          machine.note(`${method} ${path} ${status} ${text}`);
          one.responses.push(response);
          if (!faults.happens('lostResponse'))
            machine.after(machine.about(LATENCY_MS), null, () => onEnd(response));
        });
    });
  }
}

/** A key that nobody else uses. */
export const newKey = (chance: Chance): string => `key-${chance.below(2 ** 31)}-${chance.below(2 ** 31)}`;
