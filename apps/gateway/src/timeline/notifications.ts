import type { TimelineResource } from '@corridor/gateway-contract';
import { OPERATOR } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { OwnRequests } from '../authentication/own-requests.js';

type Deliveries = TimelineResource['notifications'];

/** A timeline does not wait longer for them. */
const WAIT_MS = 2_000;

/**
 * What was sent to the client about records. The dispatcher is asked, with a request of this process to itself that it forwards if
 * the dispatcher is elsewhere: whoever asks for a timeline sees what they could read there.
 */
@Injectable()
export class Notifications {
  private readonly log = new Logger('gateway');

  constructor(private readonly own: OwnRequests) {}

  /**
   * @param recordIds of this client, at most 20
   * @returns null if the caller may not read them, or the dispatcher does not answer
   */
  async about(recordIds: readonly string[], clientId: string, caller: Caller): Promise<Deliveries> {
    if (recordIds.length === 0) return [];
    const isStaff = caller.client.id === OPERATOR.id;
    const query = new URLSearchParams({
      relatedEntityIds: recordIds.join(','),
      ...(isStaff && { clientId }),
    });
    const url = `${isStaff ? '/operator' : ''}/v1/webhook-deliveries?${query.toString()}`;
    try {
      const signal = AbortSignal.timeout(WAIT_MS);
      const { statusCode, body } = await this.own.send(caller, { method: 'GET', url, signal });
      if (statusCode === 200) return (JSON.parse(body) as { readonly data: Deliveries }).data;
      if (statusCode !== 403)
        this.log.warn(`a timeline has no notifications: ${url} responded ${statusCode}`);
    } catch (error) {
      this.log.warn(`a timeline has no notifications: ${String(error)}`);
    }
    return null;
  }
}
