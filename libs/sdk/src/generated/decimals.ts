/** Generated from docs/openapi.json by `npm run openapi`. */
/** The fields of responses and events that are decimals. */
export const RECEIVED_DECIMALS: readonly string[] = ['amount', 'buyRate', 'rate', 'sellRate', 'value'];
