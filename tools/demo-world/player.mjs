import { setTimeout as sleep } from 'node:timers/promises';
import { isProblem } from '@corridor/sdk';
import { clients } from './clients.mjs';
import { Stopped } from './operator.mjs';
import { Receiver } from './receiver.mjs';
import { dateAfter, keyOf, resolved } from './step.mjs';
import { DAYS, story } from './story.mjs';

/** Of the day, in UTC: before the cut-offs of Europe and America. */
const TIME = '06:00';
/** What falls into an advance of the clock is worth waiting for. */
const PATIENCE = { maxAttempts: 1_000, timeoutMs: 1_800_000 };
/** A wallet is open before it has collection accounts, on which it can be credited. */
const ACCOUNT_TRIES = 300;
const ACCOUNT_PAUSE_MS = 200;

/** @typedef {import('@corridor/sdk').Corridor} Corridor @typedef {import('./step.mjs').Step} Step @typedef {{ readonly id: string }} Created */

/**
 * Plays the story. A step that an earlier run has taken is taken again with its key, and has no second effect: it only says which record
 * came of it.
 */
export class Player {
  /** What steps have created, by client and name. @type {Map<string, Created>} */
  records = new Map();
  receiver = new Receiver();

  /**
   * @param {string} start the first day
   * @param {(client: string, person: number) => Corridor} as
   * @param {(line: string) => void} say
   */
  constructor(start, as, say) {
    this.start = start;
    this.as = as;
    this.say = say;
  }

  async play() {
    this.address = await this.receiver.open();
    try {
      for (let day = 1; day <= DAYS; day++) await this.playDay(day);
    } finally {
      this.receiver.close();
    }
  }

  /** @param {number} day */
  async playDay(day) {
    const date = this.dateOf(day);
    const weekday = new Date(date).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
    this.say(`\nDay ${day} of ${DAYS}: ${weekday}, ${date}`);
    for (const client of Object.keys(clients)) await this.advance(client, day, `${date}T${TIME}`);
    const steps = story.filter((one) => one.day === day);
    if (steps.length === 0) this.say('  What is due happens by itself');
    for (const step of steps) {
      await this.take(step);
      this.say(`  ${clients[step.client]?.name.padEnd(NAME_WIDTH)}  ${step.tell}`);
    }
  }

  /** @param {string} client @param {number} day @param {string} instant */
  async advance(client, day, instant) {
    const corridor = this.as(client, 0);
    try {
      await corridor.advanceClock(
        { instant },
        { idempotencyKey: `world-clock-${day}`, timeoutMs: PATIENCE.timeoutMs },
      );
    } catch (error) {
      if (isProblem(error, 'idempotency_key_expired')) return;
      if (!isProblem(error, 'time_has_passed')) throw error;
      throw new Stopped(
        `Somebody has advanced the clock of ${clients[client]?.name} beyond ${instant}: the world cannot go on`,
        {
          cause: error,
        },
      );
    }
  }

  /** @param {Step} step */
  async take(step) {
    if (step.call === 'fall' || step.call === 'recover') {
      this.receiver.isDown = step.call === 'fall';
      return;
    }
    const corridor = this.as(step.client, step.by);
    const id = step.of === undefined ? undefined : await this.idOf(step.client, step.of);
    const record =
      step.call === 'listen' ? await this.listen(corridor, step) : await this.call(corridor, step, id);
    if (step.as !== undefined && record) this.records.set(`${step.client}/${step.as}`, record);
  }

  /** @param {Corridor} corridor @param {Step} step @param {string | undefined} id @returns {Promise<Created | undefined>} */
  async call(corridor, step, id) {
    const body = resolved(
      step.with,
      (name) => this.named(step, name),
      (days) => this.dateOf(step.day + days),
    );
    const parameters = [id, body].filter((one) => one !== undefined);
    const operation = /** @type {any} */ (corridor)[step.call];
    for (let tries = 1; ; tries++)
      try {
        const record = await operation.call(corridor, ...parameters, { idempotencyKey: keyOf(step) });
        if (step.refused) throw new Error(`${step.tell}: Corridor did not refuse it`);
        return record;
      } catch (error) {
        if (isProblem(error, 'idempotency_key_expired')) return { id: error.problem.resourceId ?? id ?? '' };
        // Later the record has gone on, and the same step is refused for that.
        if (step.refused && isProblem(error, step.refused, 'illegal_transition')) return undefined;
        const isEarly = step.call === 'simulateInboundFunds' && isProblem(error, 'not_found');
        if (!isEarly || tries === ACCOUNT_TRIES) throw error;
        await sleep(ACCOUNT_PAUSE_MS);
      }
  }

  /** Subscribes to all events, or gives an earlier subscription the address of this run. @param {Corridor} corridor @param {Step} step */
  async listen(corridor, step) {
    const { targetPlatform } = /** @type {{ targetPlatform: string }} */ (step.with);
    const {
      data: [earlier],
    } = await corridor.searchWebhookSubscriptions({ q: `targetPlatform == "${targetPlatform}"` });
    if (earlier && !earlier.isActive) return earlier; // the world has ended
    const events = (await corridor.getWebhookEventTypes()).filter((type) => type !== 'ping');
    const body = { targetPlatform, targetUrl: this.address ?? '', events };
    if (earlier) return corridor.updateWebhookSubscription(earlier.id, body);
    return corridor.createWebhookSubscription(body);
  }

  /** @param {number} day */
  dateOf(day) {
    return dateAfter(this.start, day - 1);
  }

  /** What `@` stands for. @param {Step} step @param {string} name */
  named({ client }, name) {
    return name === 'Christmas' ? `${this.start.slice(0, 4)}-12-25` : this.record(client, name).id;
  }

  /** @param {string} client @param {string} of */
  async idOf(client, of) {
    const [name = '', field] = of.split('.');
    const { id } = this.record(client, name);
    if (field === undefined) return id;
    const instruction = await this.as(client, 0).getPaymentInstruction(id);
    const linked = instruction[/** @type {'linkedPaymentId'} */ (field)];
    if (linked === null) throw new Error(`${of}: there is none yet`);
    return linked;
  }

  /** @param {string} client @param {string} name */
  record(client, name) {
    const record = this.records.get(`${client}/${name}`);
    if (!record) throw new Error(`The story has no ${name} of ${client} yet`);
    return record;
  }
}

const NAME_WIDTH = Math.max(...Object.values(clients).map(({ name }) => name.length));
