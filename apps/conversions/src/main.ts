import { Config, runService } from '@corridor/platform';
import { ConversionsModule } from './conversions.module.js';
import { service } from './service.js';

const { environment } = new Config(process.env);
await runService(service, ConversionsModule.in(environment));
