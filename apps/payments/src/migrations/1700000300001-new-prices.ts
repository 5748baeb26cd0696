import { migrationOf } from '@corridor/event-store';

/** Instructions show a price that they wait with. At the end of the stored records, whose text otherwise stays as it is. */
export const NewPrices1700000300001 = migrationOf(
  'NewPrices1700000300001',
  [`UPDATE payment_instruction SET data = (left(data::text, -1) || ',"newPrice":null}')::json`],
  'an earlier version would fill what waits for a consent',
);
