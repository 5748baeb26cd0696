import { runService } from '@corridor/platform';
import { service } from './service.js';
import { WebhookDispatcherModule } from './webhook-dispatcher.module.js';

await runService(service, (environment) => WebhookDispatcherModule.in(environment));
