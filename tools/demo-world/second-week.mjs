/** The week of Christmas, or the one before: by its end there is something in each status. */
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
} from './moves.mjs';
import { onDay, step } from './step.mjs';

/** @typedef {import('./step.mjs').Step} Step */

/** @type {readonly Step[]} */
export const secondWeek = [
  ...onDay(8, 'harbour', [
    arrives('Espresso machines.linkedPaymentId', 'The espresso machines are paid'),
    receives('Bookings', 'GBP', '31200', 'Tavola Events Ltd', 'Christmas parties'),
    converts('Euros for January', ['GBP', 'EUR'], '20000', '+30'),
  ]),
  ...onDay(8, 'nordlicht', [receives('Studio Elbe', 'EUR', '12750', 'Studio Elbe GmbH', 'Invoice 882')]),
  ...onDay(8, 'maple', [
    receives('Retail sales', 'CAD', '41500', 'Outfitters Retail Co', 'Sales before Christmas'),
    comesBack('Ambassador.linkedPaymentId', 'Account number unknown', '15'),
  ]),
  ...onDay(8, 'lumen', [
    receives('Card sales 51', 'EUR', '88940.12', 'Cartes Bancaires', 'Card sales of week 51'),
    ...SELLERS.filter(([, , ccyCode]) => ccyCode === 'EUR').flatMap(payout('51')),
  ]),

  ...onDay(10, 'harbour', [
    ...pays('Freight 52', 'Coastal Freight', 'GBP', '2150', 'Freight before Christmas'),
    instructs(
      'Waiting for the desk',
      'Kissa Coffee Tools',
      ['GBP', 'JPY'],
      '210000',
      'Filters, order 90',
      BY_SWIFT,
    ),
    step('acknowledgePaymentInstruction', { of: 'Waiting for the desk', tell: 'Filters: acknowledged' }),
  ]),
  ...onDay(10, 'nordlicht', [
    ...convertsAndPays(
      'Fabrics again',
      'Deccan Textiles',
      ['EUR', 'INR'],
      '480000',
      'Cushions, contract 11',
      BY_SWIFT,
    ),
  ]),
  ...onDay(10, 'maple', [
    receives('Wholesale', 'CAD', '38000', 'Cabin Supply Ltd', 'Wholesale order'),
    converts('Dollars for the fair', ['CAD', 'USD'], '9000'),
  ]),

  ...onDay(14, 'harbour', [
    receives('New customer', 'GBP', '1480', 'Pilgrim Bakery Ltd', 'Invoice 2060', 'PENDING'),
    step('createPayment', {
      by: 1,
      as: 'Tasting',
      tell: 'Theo pays for a tasting: it waits for Maya',
      with: {
        ...{
          beneficiaryId: '@Coastal Freight',
          amount: { ccyCode: 'GBP', value: '2640' },
          paymentDate: '+3',
        },
        ...{ paymentType: 'REGULAR', narrative: 'Transport to the tasting' },
      },
    }),
    ...pays('January rent', 'Coastal Freight', 'GBP', '4600', 'Warehouse, January', { paymentDate: '+5' }),
    step('pauseWebhookSubscription', {
      of: 'ERP',
      tell: 'The story ends, and nobody receives webhooks any more: paused',
    }),
  ]),
  ...onDay(14, 'maple', [
    ...convertsAndPays('January photos', 'Charlotte Nguyen', ['CAD', 'AUD'], '1500', 'Photos in January', {
      paymentDate: '+9',
    }),
  ]),
  ...onDay(14, 'lumen', [
    converts('Pounds for January', ['EUR', 'GBP'], '5000'),
    instructs('New in January', 'Brooklyn Letterpress', ['EUR', 'USD'], '2400', 'Cards for Valentine', {
      paymentDate: '+9',
    }),
  ]),
];
