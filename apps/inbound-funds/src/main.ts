import { runService } from '@corridor/platform';
import { InboundFundsModule } from './inbound-funds.module.js';
import { service } from './service.js';

await runService(service, (environment) => InboundFundsModule.in(environment));
