import { Config, runProcess } from '@corridor/platform';
import { ForwardingModule, rateLimitOf } from './forwarding/forwarding.module.js';
import { GatewayModule } from './gateway.module.js';

const config = new Config(process.env);
await runProcess(config, 'gateway', [GatewayModule, ForwardingModule], rateLimitOf(config));
