import { amountOf } from '../amounts.js';
import type { BlockTerms, ChargeBearer, CreditTransfer, ServiceLevel } from '../transfer.js';
import { unreadable } from '../xml/unreadable-file.js';
import type { Element } from '../xml/elements.js';
import { accountIn, agentIn, partyIn } from './parts-in.js';

/** A transfer with what is around it. */
export interface ReadTransfer {
  readonly messageId: string;
  readonly block: BlockTerms;
  readonly transfer: CreditTransfer;
}

const serviceLevels: readonly ServiceLevel[] = ['SEPA', 'URGP', 'NURG'];

/** Of a block, or of a transfer between banks. */
export function serviceLevelIn(element: Element): ServiceLevel {
  const code = element.textAt('PmtTpInf', 'SvcLvl', 'Cd') as ServiceLevel;
  return serviceLevels.includes(code) ? code : 'NURG';
}

export const chargesIn = (element: Element): ChargeBearer =>
  (element.textAt('ChrgBr') as ChargeBearer | null) ?? 'SHAR';

export function transferIn(where: string, element: Element, amount: Element | undefined): CreditTransfer {
  return {
    reference:
      element.textAt('PmtId', 'EndToEndId') ?? unreadable(where, 'the transfer has no end-to-end id'),
    uetr: element.textAt('PmtId', 'UETR') ?? '',
    amount: amountOf(where, amount?.attributes.Ccy ?? '', amount?.line ?? ''),
    ultimateDebtor: element.textAt('UltmtDbtr', 'Nm'),
    creditor: partyIn(element.at('Cdtr')[0]),
    creditorAccount: accountIn(element.at('CdtrAcct')[0]),
    creditorAgent: agentIn(element.at('CdtrAgt')[0]),
    purpose: element.textAt('Purp', 'Cd') ?? element.textAt('Purp', 'Prtry'),
    remittance: element.textAt('RmtInf', 'Ustrd'),
  };
}
