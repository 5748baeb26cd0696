import type { Account, Address, Agent, Party } from '../transfer.js';
import type { Element } from '../xml/elements.js';

/** A party; that of statements may be in an element `Pty`, since version 8, and a bank in `Agt`. */
export function partyIn(element: Element | undefined): Party {
  const party = element?.at('Pty')[0] ?? element?.at('Agt', 'FinInstnId')[0] ?? element;
  return { name: party?.textAt('Nm') ?? '', address: addressIn(party?.at('PstlAdr')[0]) };
}

function addressIn(element: Element | undefined): Address | null {
  if (!element) return null;
  const street = [element.textAt('StrtNm'), element.textAt('BldgNb')].filter(Boolean).join(' ');
  return {
    street: street || null,
    postalCode: element.textAt('PstCd'),
    town: element.textAt('TwnNm'),
    region: element.textAt('CtrySubDvsn'),
    country: element.textAt('Ctry'),
    lines: element.all('AdrLine').map(({ line }) => line),
  };
}

export const accountIn = (element: Element | undefined): Account => ({
  iban: element?.textAt('Id', 'IBAN') ?? null,
  number: element?.textAt('Id', 'Othr', 'Id') ?? null,
});

export function agentIn(element: Element | undefined): Agent {
  const [id] = element?.at('FinInstnId') ?? [];
  const member = id?.textAt('ClrSysMmbId', 'MmbId') ?? null;
  return {
    // Before version 3 of the bank identification it was called BIC.
    bic: id?.textAt('BICFI') ?? id?.textAt('BIC') ?? null,
    clearing: member === null ? null : { system: id?.textAt('ClrSysMmbId', 'ClrSysId', 'Cd') ?? '', member },
    name: id?.textAt('Nm') ?? null,
    country: id?.textAt('PstlAdr', 'Ctry') ?? null,
  };
}
