import { migrationOf } from '@corridor/event-store';

/** Wallets say of each of their collection accounts whether it is retired; none was. */
export const RetiredAccounts1700000320002 = migrationOf(
  'RetiredAccounts1700000320002',
  [
    String.raw`UPDATE wallet SET data = regexp_replace(data::text,
      '("localRoutingCodeType":(null|"[A-Z_]+"))(?!,"retiredOn")', '\1,"retiredOn":null', 'g')::json
     WHERE data::text LIKE '%"localRoutingCodeType":%'`,
  ],
  'an earlier version would show retired accounts as others',
);
