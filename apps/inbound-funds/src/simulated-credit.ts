import type { InboundFundsResource } from '@corridor/inbound-funds-contract';
import {
  IsCountryCode,
  IsCurrencyCode,
  IsMoney,
  IsOneOf,
  IsOptionalField,
  IsRecord,
  IsText,
} from '@corridor/http';
import type { Money } from '@corridor/kernel';

/** The simulated sender of the money (interface-spec 4.8). */
export class SimulatedSender {
  @IsOptionalField()
  @IsText({ max: 255 })
  name: string | null;

  @IsOptionalField()
  @IsText({ max: 512 })
  address: string | null;

  @IsOptionalField()
  @IsCountryCode()
  countryCode: string | null;

  @IsOptionalField()
  @IsText({ max: 64 })
  accountNumber: string | null;

  @IsOptionalField()
  @IsText({ max: 64 })
  routingCode: string | null;
}

/** Body of the credit simulator (interface-spec 4.8); `outcome` is an extension. */
export class SimulatedCredit {
  @IsCurrencyCode()
  ccyCode: string;

  @IsMoney(({ ccyCode }) => ccyCode)
  amount: Money;

  @IsOptionalField()
  @IsText({ max: 512 })
  narrative: string | null;

  @IsOptionalField()
  @IsRecord(() => SimulatedSender)
  sender: SimulatedSender | null;

  @IsOptionalField()
  @IsOneOf(['CREDIT', 'PENDING', 'REJECT'])
  outcome: 'CREDIT' | 'PENDING' | 'REJECT' | null;
}

/** The sender as inbound funds show it. `raw` is the form that a bank would send: all parts in one line, or null. */
export function senderOf(given: SimulatedSender | null): InboundFundsResource['sender'] {
  const {
    name = null,
    address = null,
    countryCode = null,
    accountNumber = null,
    routingCode = null,
  } = given ?? {};
  const parts = [name, address, countryCode, accountNumber, null, routingCode];
  const raw = parts.some((one) => one !== null) ? parts.map((one) => one ?? '').join(';') : null;
  return { raw, name, address, countryCode, accountNumber, bicSwiftCode: null, routingCode };
}
