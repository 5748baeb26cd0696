/** Who is in the demo world. */

/**
 * @typedef {object} Person
 * @property {string} firstName
 * @property {string} lastName
 * @property {string} email
 * @property {object} [approval] what the person may create alone, and approve
 *
 * @typedef {object} Client
 * @property {string} name
 * @property {string} code
 * @property {string} baseCcy
 * @property {object} address
 * @property {readonly Person[]} people the first one is meant by steps that name nobody
 */

/** @type {Readonly<Record<string, Client>>} */
export const clients = {
  harbour: {
    name: 'Harbour & Finch Coffee Ltd',
    code: 'HARBOUR-FINCH',
    baseCcy: 'GBP',
    address: { lines: ['18 Wapping Wall'], city: 'London', postalCode: 'E1W 3SG', countryCode: 'GB' },
    people: [
      {
        ...person('Maya', 'Finch', 'harbour-finch'),
        approval: { makerLimit: null, isChecker: true, checkerLimit: null },
      },
      {
        ...person('Theo', 'Marsh', 'harbour-finch'),
        approval: { makerLimit: { ccyCode: 'GBP', value: 2000 }, isChecker: false, checkerLimit: null },
      },
    ],
  },
  nordlicht: {
    name: 'Nordlicht Möbel GmbH',
    code: 'NORDLICHT',
    baseCcy: 'EUR',
    address: { lines: ['Am Kaiserkai 30'], city: 'Hamburg', postalCode: '20457', countryCode: 'DE' },
    people: [person('Jonas', 'Petersen', 'nordlicht')],
  },
  maple: {
    name: 'Maple & Pine Outfitters Inc',
    code: 'MAPLE-PINE',
    baseCcy: 'CAD',
    address: { lines: ['250 Queen Street West'], city: 'Toronto', postalCode: 'M5V 1Z4', countryCode: 'CA' },
    people: [person('Claire', 'Tremblay', 'maple-pine')],
  },
  lumen: {
    name: 'Lumen Marketplace SAS',
    code: 'LUMEN',
    baseCcy: 'EUR',
    address: { lines: ['7 rue du Sentier'], city: 'Paris', postalCode: '75002', countryCode: 'FR' },
    people: [person('Inès', 'Laurent', 'lumen')],
  },
};

/** @param {string} firstName @param {string} lastName @param {string} company */
function person(firstName, lastName, company) {
  const local = firstName.normalize('NFD').replaceAll(/\P{ASCII}/gu, '');
  return { firstName, lastName, email: `${local.toLowerCase()}@${company}.example` };
}
