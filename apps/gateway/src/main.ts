import { Config, runProcess } from '@corridor/platform';
import { ForwardingModule } from './forwarding/forwarding.module.js';
import { GatewayModule } from './gateway.module.js';

const config = new Config(process.env);
await runProcess(config, 'gateway', [GatewayModule, ForwardingModule], {
  perSecond: config.integer('RATE_LIMIT_PER_SECOND', 100),
  burst: config.integer('RATE_LIMIT_BURST', 200),
});
