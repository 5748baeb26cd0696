import { Config, runService } from '@corridor/platform';
import { PaymentsModule } from './payments.module.js';
import { service } from './service.js';

const { environment } = new Config(process.env);
await runService(service, PaymentsModule.in(environment));
