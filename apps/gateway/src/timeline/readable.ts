import type { Permission } from '@corridor/http';
import type { Caller } from '@corridor/kernel';

/** What clients see, by the type of message or its first word, with the permission that the record itself needs. */
const OF_CLIENTS: Readonly<Record<string, Permission>> = {
  payment_instruction: 'payment-instructions:read',
  payment: 'payments:read',
  conversion: 'conversions:read',
  'conversions.date_changed': 'conversions:read',
  'conversions.drawn_down': 'conversions:read',
  transaction: 'transactions:read',
  beneficiary: 'beneficiaries:read',
  'inbound_funds.pending': 'inbound-funds:read',
  'inbound_funds.credited': 'inbound-funds:read',
  'inbound_funds.rejected': 'inbound-funds:read',
  'ledger.wallet_opened': 'wallets:read',
};

/** Whether a client may see messages of this type. */
export const mayRead = ({ permissions }: Caller, type: string): boolean => {
  const needed = OF_CLIENTS[type] ?? OF_CLIENTS[type.split('.')[0] ?? ''];
  return needed !== undefined && permissions.includes(needed);
};
