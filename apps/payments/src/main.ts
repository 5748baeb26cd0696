import { runService } from '@corridor/platform';
import { PaymentsModule } from './payments.module.js';
import { service } from './service.js';

await runService(service, (environment) => PaymentsModule.in(environment));
