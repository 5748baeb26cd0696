import type { Caller } from '@corridor/kernel';
import { SERVICES } from '@corridor/services';
import { Injectable, Logger } from '@nestjs/common';
import { OwnRequests } from '../authentication/own-requests.js';

/** A service that does not answer in this time is reported so. */
const WAIT_MS = 5_000;

/**
 * Asks every service at once, with requests of this process to itself that it forwards to those that are elsewhere: whoever asks sees
 * what they could read there.
 */
@Injectable()
export class AskedServices {
  private readonly log = new Logger('gateway');

  constructor(private readonly own: OwnRequests) {}

  /** @returns by service, null for one that does not answer */
  async each<Answer>(what: string, caller: Caller): Promise<[service: string, answer: Answer | null][]> {
    return Promise.all(
      SERVICES.map(async (service): Promise<[string, Answer | null]> => [
        service,
        await this.ask<Answer>(`/operator/v1/ops/${service}/${what}`, caller),
      ]),
    );
  }

  private async ask<Answer>(url: string, caller: Caller): Promise<Answer | null> {
    try {
      const signal = AbortSignal.timeout(WAIT_MS);
      const { statusCode, body } = await this.own.send(caller, { method: 'GET', url, signal });
      if (statusCode === 200) return (JSON.parse(body) as { readonly data: Answer }).data;
      this.log.warn(`${url} responded ${statusCode}`);
    } catch (error) {
      this.log.warn(`${url}: ${String(error)}`);
    }
    return null;
  }
}
