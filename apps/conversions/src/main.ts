import { runService } from '@corridor/platform';
import { ConversionsModule } from './conversions.module.js';
import { service } from './service.js';

await runService(service, (environment) => ConversionsModule.in(environment));
