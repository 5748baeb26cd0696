import type { ClientCommand } from './client-command.js';
import { clock, clockAdvance } from './clock.js';
import { convert } from './convert.js';
import { listen } from './listen.js';
import { open } from './open.js';
import { pay } from './pay.js';
import { resend } from './resend.js';
import { search } from './search.js';
import { tail } from './tail.js';
import { trigger } from './trigger.js';
import { wallets } from './wallets.js';

/** The commands of clients, in the order of the help. */
export const CLIENT_COMMANDS: readonly ClientCommand[] = [
  wallets,
  pay,
  convert,
  search,
  open,
  tail,
  listen,
  resend,
  trigger,
  clock,
  clockAdvance,
];
