import { Database } from '@corridor/event-store';
import type { ParkedMessageResource } from '@corridor/gateway-contract';
import { timestamp } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';

/** Maximum number in a response. */
const MAX_SHOWN = 1000;

/** The parked messages of all services, as these have told. */
@Injectable()
export class ParkedMessages {
  constructor(private readonly database: Database) {}

  /** The oldest first. */
  async list(): Promise<ParkedMessageResource[]> {
    const rows = await this.database.query<
      Omit<ParkedMessageResource, 'parkedOn'> & { readonly parkedOn: Date }
    >(
      `SELECT consumer AS service, source, stream_id AS "streamId", version, type, record AS "recordId",
         client_id AS "clientId", reason, parked_on AS "parkedOn"
       FROM parked_message ORDER BY parked_on, consumer, source, stream_id, version LIMIT ${MAX_SHOWN}`,
    );
    return rows.map((row) => ({ ...row, parkedOn: timestamp(row.parkedOn) }));
  }
}
