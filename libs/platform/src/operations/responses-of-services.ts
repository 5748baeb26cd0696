import type { EventStore, StoredResponse } from '@corridor/event-store';
import { StoredResponses } from '@corridor/http';
import { Injectable } from '@nestjs/common';
import { RunsOfServices } from './runs-of-services.js';

/** A command below `/operator/v1/ops/{service}` has its key in that service: the operation and the path are a part of it. */
@Injectable()
export class ResponsesOfServices extends StoredResponses {
  constructor(private readonly services: RunsOfServices) {
    super();
  }

  override async storedResponse(
    ...args: Parameters<EventStore['storedResponse']>
  ): Promise<StoredResponse | null> {
    for (const { running } of this.services.all()) {
      const stored = await running.store.storedResponse(...args);
      if (stored) return stored;
    }
    return null;
  }
}
