export { LedgerModule } from './ledger.module.js';
export { service } from './service.js';
