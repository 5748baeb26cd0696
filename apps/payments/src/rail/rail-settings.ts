import { SIMULATED, adapterSetting, optionalSetting, settingsOf } from '@corridor/platform';
import type { ConfigType } from '@nestjs/config';
import { ManualRail } from './manual-rail.js';
import type { PaymentRail } from './payment-rail.js';
import { SimulatedRail } from './simulated-rail.js';

const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

function adapterOf(text: string): typeof SIMULATED | 'manual' {
  if (text === SIMULATED || text === 'manual') return text;
  throw new Error(`must be simulated or manual, not "${text}"`);
}

function bicOf(text: string): string {
  if (BIC.test(text)) return text;
  throw new Error(`must be a BIC of 8 or 11 characters in upper case, not "${text}"`);
}

export const railSettings = settingsOf(
  'rail',
  {
    adapter: adapterSetting(
      'RAIL',
      'payment rail',
      'how payments leave: `manual` (staff key them into the portal of the bank), or `simulated`',
      adapterOf,
      { production: 'manual' },
    ),
    bic: optionalSetting(
      'BANK_BIC',
      'BIC of the bank that sends the payments; needed unless they are simulated',
      bicOf,
    ),
  },
  ({ adapter, bic }) =>
    adapter === 'manual' && bic === null
      ? ['BANK_BIC must be set: the BIC of the bank that sends the payments']
      : [],
);

/** The adapter that RAIL names. */
export const railFrom = ({ adapter, bic }: ConfigType<typeof railSettings>): PaymentRail =>
  adapter === 'manual' && bic ? new ManualRail(bic) : new SimulatedRail();
