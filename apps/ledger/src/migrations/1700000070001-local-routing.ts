import { migrationOf } from '@corridor/event-store';

/** In the text of a wallet, the fields of each account's routing, by what `routingCodeType` was before. */
const ROUTING = {
  SORT_CODE: '"routingCodeType":"SORT_CODE","localRoutingCodeType":"SORT_CODE"',
  BIC_SWIFT: '"routingCodeType":"BIC_SWIFT","localRoutingCodeType":null',
  ABA: '"routingCodeType":null,"localRoutingCodeType":"ABA"',
  CA_ROUTING: '"routingCodeType":null,"localRoutingCodeType":"CA_ROUTING"',
};

const text = Object.entries(ROUTING).reduce(
  (changed, [type, fields]) => `replace(${changed}, '"routingCodeType":"${type}"', '${fields}')`,
  'data::text',
);

/** Wallets say how their collection accounts are routed as the wallets opened from now on do. */
export const LocalRouting1700000070001 = migrationOf(
  'LocalRouting1700000070001',
  [`UPDATE wallet SET data = (${text})::json WHERE data::text LIKE '%"routingCodeType":%'`],
  'an earlier version would not find the routing of accounts in USD and CAD',
);
