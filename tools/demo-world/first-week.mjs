/** The companies come, and begin to work; one receiver of webhooks is down for two days. */
import { BANKS, account, company, individual } from './beneficiaries.mjs';
import {
  BY_SWIFT,
  SELLERS,
  arrives,
  comesBack,
  converts,
  convertsAndPays,
  instructs,
  payout,
  pays,
  receives,
  wallets,
} from './moves.mjs';
import { CHRISTMAS, onDay, step } from './step.mjs';

/** @typedef {import('./step.mjs').Step} Step */

/** @type {readonly Step[]} */
export const firstWeek = [
  ...onDay(1, 'harbour', [
    ...wallets('GBP', 'EUR', 'USD', 'JPY'),
    receives('Opening balance', 'GBP', '186500', 'Harbour & Finch Coffee Ltd', 'Opening balance'),
    receives('Café Soleil', 'EUR', '24180.50', 'Café Soleil SARL', 'Invoices 2041 to 2048'),
    company('Rösterei Rheinauhafen', 'Köln', 'Rösterei Rheinauhafen GmbH'),
    company('Hudson Espresso', 'New York', 'Hudson Espresso Machines Inc'),
    company('Kissa Coffee Tools', 'Tokyo', 'Kissa Coffee Tools KK'),
    individual('Olivia Bennett', 'Leeds', 'Olivia', 'Bennett'),
    company('Coastal Freight', 'London', 'Coastal Freight Ltd'),
    step('listen', {
      as: 'ERP',
      tell: 'The ERP subscribes to webhooks',
      with: { targetPlatform: 'Harbour & Finch ERP' },
    }),
  ]),
  ...onDay(1, 'nordlicht', [
    ...wallets('EUR', 'USD', 'GBP'),
    receives('Opening balance', 'EUR', '412000', 'Nordlicht Möbel GmbH', 'Opening balance'),
    company('Deccan Textiles', 'Mumbai', 'Deccan Textiles Pvt Ltd'),
    company('Hudson Hardwood', 'New York', 'Hudson Hardwood Inc'),
    company('Thames Upholstery', 'London', 'Thames Upholstery Ltd'),
    converts('Hardwood for spring', ['EUR', 'USD'], '120000', '+10'),
  ]),
  ...onDay(1, 'maple', [
    ...wallets('CAD', 'USD', 'AUD'),
    receives('Opening balance', 'CAD', '95000', 'Maple & Pine Outfitters Inc', 'Opening balance'),
    company('Boréal Tents', 'Montréal', 'Boréal Tents Inc'),
    individual('Charlotte Nguyen', 'Sydney', 'Charlotte', 'Nguyen'),
    step('linkFundingAccount', {
      as: 'US account',
      tell: 'The account at an American bank is linked',
      with: {
        ...{ ccyCode: 'USD', method: 'ACH_PULL', accountHolderName: 'Maple & Pine Outfitters Inc' },
        ...{ bankName: 'First Harbor Bank', accountNumber: '000456789012', routingCode: '021000021' },
      },
    }),
    step('simulateAchPull', {
      of: 'US account',
      as: 'First pull',
      tell: 'USD 18000 are pulled',
      with: { amount: '18000' },
    }),
  ]),
  ...onDay(1, 'lumen', [
    ...wallets('EUR', 'GBP', 'USD'),
    receives('Card sales 50', 'EUR', '64218.37', 'Cartes Bancaires', 'Card sales of week 50'),
    ...SELLERS.map(([name, city]) => company(name, city, name)),
    converts('Pounds for sellers', ['EUR', 'GBP'], '8000'),
    converts('Dollars for sellers', ['EUR', 'USD'], '6000'),
  ]),

  ...onDay(2, 'harbour', [
    ...convertsAndPays(
      'Beans 118',
      'Rösterei Rheinauhafen',
      ['GBP', 'EUR'],
      '8250',
      'Green beans, invoice 118',
    ),
    ...convertsAndPays(
      'Espresso machines',
      'Hudson Espresso',
      ['GBP', 'USD'],
      '15400',
      'Six machines, order 77',
      BY_SWIFT,
    ),
    ...convertsAndPays(
      'Beans for Christmas',
      'Rösterei Rheinauhafen',
      ['GBP', 'EUR'],
      '3100',
      'Due at Christmas',
      {
        paymentDate: CHRISTMAS,
      },
    ),
    ...pays('Rent', 'Coastal Freight', 'GBP', '4600', 'Warehouse, December'),
  ]),
  ...onDay(2, 'nordlicht', [
    ...convertsAndPays(
      'Fabrics',
      'Deccan Textiles',
      ['EUR', 'INR'],
      '1250000',
      'Linen, contract 9',
      BY_SWIFT,
    ),
    ...convertsAndPays('Sofas', 'Thames Upholstery', ['EUR', 'GBP'], '21800', 'Sofas, invoice 3307'),
    converts('Sold without funds', ['GBP', 'EUR'], '30000'),
  ]),
  ...onDay(2, 'maple', [
    ...pays('Tents', 'Boréal Tents', 'CAD', '12400', 'Winter tents'),
    ...pays('Tents in spring', 'Boréal Tents', 'CAD', '98000', 'Tents for spring, waits for its funds'),
    ...convertsAndPays(
      'Ambassador',
      'Charlotte Nguyen',
      ['CAD', 'AUD'],
      '2200',
      'Photos, summer in Australia',
    ),
  ]),

  ...onDay(3, 'harbour', [
    arrives('Rent', 'The rent has arrived'),
    receives('Unknown sender', 'GBP', '950', 'B. Holloway', 'Gift cards', 'PENDING'),
    step('createPayment', {
      by: 1,
      as: 'Theo pays freight',
      tell: 'Theo pays more than he may alone: it waits for Maya',
      with: {
        ...{
          beneficiaryId: '@Coastal Freight',
          amount: { ccyCode: 'GBP', value: '3850' },
          paymentDate: '+0',
        },
        ...{ paymentType: 'REGULAR', narrative: 'Freight, Rotterdam to London' },
      },
    }),
    ...pays('Salary advance', 'Olivia Bennett', 'GBP', '1200', 'Advance for December'),
  ]),
  ...onDay(3, 'nordlicht', [
    receives('Hotel Alster', 'EUR', '38900', 'Hotel Alster GmbH', 'Furniture for 40 rooms'),
    step('requireConversionDeposit', {
      of: 'Hardwood for spring',
      tell: 'The forward needs a deposit',
      with: { amount: '6000' },
    }),
  ]),
  ...onDay(3, 'maple', [
    step('simulateAchPull', {
      of: 'US account',
      as: 'Second pull',
      tell: 'USD 7500 are pulled',
      with: { amount: '7500' },
    }),
  ]),
  ...onDay(3, 'lumen', SELLERS.filter(([, , ccyCode]) => ccyCode === 'EUR').flatMap(payout('50'))),

  ...onDay(4, 'harbour', [
    step('fall', { of: 'ERP', tell: 'The server of the ERP is down: webhooks are tried again later' }),
    step('approvePayment', { of: 'Theo pays freight', tell: 'Maya approves it' }),
    step('authorisePayment', { of: 'Theo pays freight', tell: 'Theo pays freight: authorised' }),
    step('simulateCredit', {
      of: 'Unknown sender',
      tell: 'The sender is known by now: GBP 950 are credited',
    }),
    comesBack('Salary advance', 'Account closed'),
    ...convertsAndPays(
      'Tools',
      'Kissa Coffee Tools',
      ['GBP', 'JPY'],
      '640000',
      'Kettles and grinders',
      BY_SWIFT,
    ),
  ]),
  ...onDay(4, 'nordlicht', [
    step('payConversionDeposit', { of: 'Hardwood for spring', tell: 'The deposit is paid' }),
  ]),
  ...onDay(4, 'maple', [
    arrives('Tents', 'The tents are paid'),
    step('simulateReturn', {
      of: 'Second pull',
      tell: 'The bank takes USD 7500 back: no money on the account',
    }),
  ]),
  ...onDay(4, 'lumen', [
    company('Sanctioned Person Trading', 'Leeds', 'Sanctioned Person Trading'),
    ...SELLERS.filter(([, , ccyCode]) => ccyCode !== 'EUR').flatMap(payout('50')),
    ...convertsAndPays('Advance', 'Moorland Candles', ['USD', 'GBP'], '30000', 'Advance for Christmas'),
    step('sendPaymentInstruction', {
      of: 'Advance',
      refused: 'insufficient_funds',
      tell: 'There is not enough money for the advance: it is not sent, and fails when its conversion is not funded',
    }),
    ...SELLERS.filter(([, , ccyCode]) => ccyCode === 'EUR').map(([name]) =>
      arrives(`${name}, week 50`, `${name} has its money`),
    ),
  ]),

  ...onDay(5, 'harbour', [
    receives('Bistro Nord', 'EUR', '6120', 'Bistro Nord GmbH', 'Invoice 2051'),
    receives('Wrong name', 'GBP', '410', 'Harbor Fisheries', 'Account and name differ', 'REJECT'),
    arrives('Beans 118.linkedPaymentId', 'The beans are paid'),
    ...convertsAndPays('More machines', 'Hudson Espresso', ['GBP', 'USD'], '9800', 'Two machines, order 81'),
  ]),
  ...onDay(5, 'nordlicht', [
    instructs('Cancelled in time', 'Thames Upholstery', ['EUR', 'GBP'], '5400', 'Ordered twice', {
      paymentDate: '+4',
    }),
    step('cancelPaymentInstruction', {
      of: 'Cancelled in time',
      tell: 'It was ordered twice: cancelled',
      with: { reason: 'Ordered twice' },
    }),
    instructs('Refused', 'Thames Upholstery', ['EUR', 'GBP'], '9900', 'Without a contract', {
      paymentDate: '+4',
    }),
    step('rejectPaymentInstruction', { of: 'Refused', tell: 'Compliance rejects an instruction' }),
  ]),
  ...onDay(5, 'lumen', [
    ...pays('Blocked seller', 'Sanctioned Person Trading', 'GBP', '75', 'Payout of week 50').slice(0, 1),
    step('createBeneficiary', {
      as: 'Wrong IBAN',
      refused: 'invalid_request',
      tell: 'A beneficiary with a wrong IBAN is refused',
      with: {
        ...{ beneficiaryType: 'COMPANY', company: { name: 'Verre et Sel' } },
        ...account('Paris', 'Verre et Sel'),
        bankAccount: {
          ...BANKS.Paris,
          accountHolderName: 'Verre et Sel',
          iban: 'FR1520041010050500013M02606',
        },
      },
    }),
  ]),

  ...onDay(6, 'harbour', [
    step('recover', { of: 'ERP', tell: 'The server of the ERP is back: late webhooks arrive' }),
    ...pays('On a Saturday', 'Coastal Freight', 'GBP', '780', 'Ordered on a Saturday, leaves on Monday'),
  ]),
];
