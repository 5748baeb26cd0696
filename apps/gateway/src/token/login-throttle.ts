import { limiterOf, networkOf, rateLimited, take } from '@corridor/http';
import type { Refusal } from '@corridor/kernel';
import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Stopwatch } from '../authentication/stopwatch.js';

const WINDOW_SECONDS = 60;
/** Failed logins a minute for one email address from one network (decisions §8). */
const PER_PAIR = 10;
/** And from one network for all email addresses that have never logged in from there: against one password for many users. */
const PER_NETWORK = 100;

/** Failed logins of an account in an hour after which each further one has to wait, a second at first, then twice as long. */
const WITHOUT_DELAY = 10;
const MEMORY_SECONDS = 3600;
const LONGEST_DELAY_SECONDS = 900;

/** How long a login shows that its user is in that network. */
const PROOF_SECONDS = 7 * 24 * 3600;

/** How long a refusal is repeated without asking for an unlock. */
const REPEATED_MS = 1000;
const MOST_REPEATED = 10_000;

/** A refusal that is repeated for a while. */
interface Refused {
  readonly retryAt: number;
  readonly until: number;
}

/** Something that people log in to. */
export interface Account<Login extends Unlockable> {
  /** Distinct for each email address, whether there is a login for it or not. */
  readonly name: string;
  readonly find: () => Promise<Login | null>;
}

interface Unlockable {
  /** Who logs in. */
  readonly userId: string;
  /** How often the account was unlocked: failures before no longer count. */
  readonly unlocks: number;
}

/**
 * Throttles failed logins. A user who has logged in from a network is limited there by failures for that user from that
 * network alone, so others can lock out nobody: neither the users of their network, nor a user whose email address they know.
 */
@Injectable()
export class LoginThrottle {
  private readonly pairs = limiterOf('login', { points: PER_PAIR, duration: WINDOW_SECONDS });
  private readonly networks = limiterOf('logins', { points: PER_NETWORK, duration: WINDOW_SECONDS });
  private readonly failures = limiterOf('failures', { points: WITHOUT_DELAY, duration: MEMORY_SECONDS });
  private readonly delays = limiterOf('delays', { points: 1, duration: LONGEST_DELAY_SECONDS });
  private readonly proofs = limiterOf('proofs', { points: 1, duration: PROOF_SECONDS });
  private readonly refused = new Map<string, Refused>();
  private readonly logger = new Logger('gateway');

  constructor(private readonly stopwatch: Stopwatch) {}

  /**
   * Counted before the password is verified, so that concurrent guesses are all counted. A successful login is not counted.
   * @param verify null if the password is wrong
   * @throws Refusal `rate_limited`
   */
  async attempt<Login extends Unlockable, Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    account: Account<Login>,
    verify: (login: Login | null) => Promise<Result | null>,
  ): Promise<Result | null> {
    const counted = new Attempt(networkOf(request), account.name);
    try {
      const login = await this.count(counted, reply, account);
      const result = await verify(login);
      if (result === null) return null;
      await this.succeeded(counted);
      return result;
    } catch (error) {
      await Promise.all(counted.takeBack.map((one) => one()));
      throw error;
    }
  }

  private async count<Login extends Unlockable>(
    attempt: Attempt,
    reply: FastifyReply,
    account: Account<Login>,
  ): Promise<Login | null> {
    const { network, pair } = attempt;
    const known = this.refused.get(pair);
    const now = this.stopwatch.now();
    if (known && now < known.until) throw tooMany(reply, known.retryAt - now);
    attempt.isProven = (await this.proofs.get(pair)) !== null;
    if (!attempt.isProven) await this.takeOfNetwork(network, attempt, reply);
    const login = await account.find();
    attempt.unlocks = login?.unlocks ?? 0;
    await this.takeOfPair(attempt, reply);
    await this.waitsItsTurn(attempt, reply, login);
    return login;
  }

  private async takeOfNetwork(network: string, attempt: Attempt, reply: FastifyReply): Promise<void> {
    const { count, msLeft } = await take(this.networks, network);
    if (count === PER_NETWORK + 1)
      this.logger.warn(`failed logins from ${network} are limited; who has logged in from there still can`);
    if (count > PER_NETWORK) throw tooMany(reply, msLeft);
    attempt.takeBack.push(() => this.networks.reward(network));
  }

  private async takeOfPair(attempt: Attempt, reply: FastifyReply): Promise<void> {
    const { account, pair } = attempt;
    const { count, msLeft } = await take(this.pairs, account);
    if (count > PER_PAIR) throw this.repeated(pair, tooMany(reply, msLeft), msLeft);
    attempt.takeBack.push(() => this.pairs.reward(account));
  }

  /** After some failures one attempt per delay, which doubles with each failure. */
  private async waitsItsTurn(attempt: Attempt, reply: FastifyReply, login: Unlockable | null): Promise<void> {
    const { subject, pair } = attempt;
    const { count } = await take(this.failures, subject);
    attempt.takeBack.push(() => this.failures.reward(subject));
    if (count <= WITHOUT_DELAY) return;
    if (count === WITHOUT_DELAY + 1)
      this.logger.warn(`failed logins of ${login?.userId ?? 'an unknown email address'} are delayed`);
    const seconds = Math.min(2 ** (count - WITHOUT_DELAY - 1), LONGEST_DELAY_SECONDS);
    const turn = await take(this.delays, subject, seconds);
    if (turn.count > 1) throw this.repeated(pair, tooMany(reply, turn.msLeft), turn.msLeft);
    attempt.takeBack.push(() => this.delays.delete(subject));
  }

  private async succeeded({ subject, pair, takeBack }: Attempt): Promise<void> {
    await Promise.all(takeBack.map((one) => one()));
    await this.failures.delete(subject);
    await this.proofs.block(pair, PROOF_SECONDS);
  }

  private repeated(pair: string, refusal: Refusal, msLeft: number): Refusal {
    if (this.refused.size >= MOST_REPEATED) this.refused.clear();
    const now = this.stopwatch.now();
    this.refused.set(pair, { retryAt: now + msLeft, until: now + Math.min(msLeft, REPEATED_MS) });
    return refusal;
  }
}

/** One login, as far as it is counted. */
class Attempt {
  isProven = false;
  /** See {@link Unlockable}. */
  unlocks = 0;
  readonly takeBack: (() => Promise<unknown>)[] = [];

  constructor(
    readonly network: string,
    private readonly name: string,
  ) {}

  get pair(): string {
    return `${this.network} ${this.name}`;
  }

  get account(): string {
    return `${this.pair} ${this.unlocks}`;
  }

  /** Whose failures delay it. */
  get subject(): string {
    return this.isProven ? this.account : `${this.name} ${this.unlocks}`;
  }
}

const tooMany = (reply: FastifyReply, msLeft: number): Refusal =>
  rateLimited(reply, msLeft, 'Too many logins. Wait for Retry-After seconds.');
