import { Config, runService } from '@corridor/platform';
import { InboundFundsModule } from './inbound-funds.module.js';
import { service } from './service.js';

const { environment } = new Config(process.env);
await runService(service, InboundFundsModule.in(environment));
