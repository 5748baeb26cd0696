import { runService } from '@corridor/platform';
import { LedgerModule } from './ledger.module.js';
import { service } from './service.js';

await runService(service, () => LedgerModule);
