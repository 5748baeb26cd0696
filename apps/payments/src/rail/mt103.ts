import { createHash } from 'node:crypto';
import type { PaymentType } from '@corridor/contracts';
import type { BeneficiaryResource, ChargeType } from '@corridor/payments-contract';
import { type CalendarDate, type Money, type Reference, decimalText } from '@corridor/kernel';
import { swiftText } from '@corridor/iso20022';
import { Decimal } from 'decimal.js';
import { LINE_LENGTH, swiftLines } from './swift-lines.js';

/** A payment as passed to a rail. */
export interface CreditTransfer {
  readonly paymentId: string;
  readonly amount: Money;
  /** The client's cost: the sold amount, or the amount itself. */
  readonly instructed: Money;
  readonly valueDate: CalendarDate;
  readonly orderingCustomer: Reference;
  readonly beneficiary: BeneficiaryResource;
  readonly narrative: string;
  readonly paymentType: PaymentType;
  readonly chargeType: ChargeType | null;
}

/**
 * The customer credit transfer as a SWIFT FIN message (MT 103, Standards MT Category 1).
 * @param senderBic of the operator's bank, 8 or 11 characters
 * @param beneficiary.bankAccount.bicSwiftCode is required
 */
export function mt103(transfer: CreditTransfer, senderBic: string): string {
  const receiverBic = transfer.beneficiary.bankAccount.bicSwiftCode;
  if (!receiverBic) throw new RangeError(`no BIC to send ${transfer.paymentId} to`);
  const head = [
    `{1:F01${terminal(senderBic, 'A')}0000000000}`,
    `{2:I103${terminal(receiverBic, 'X')}N}`,
    `{3:{121:${uetr(transfer.paymentId)}}}`,
  ].join('');
  const text = fields(transfer, senderBic, receiverBic)
    .map(([tag, ...lines]) => `:${tag}:${lines.join('\r\n')}\r\n`)
    .join('');
  const body = `${head}{4:\r\n${text}-}`;
  return `${body}{5:{CHK:${checksum(body)}}}`;
}

/** Field 20, at most 16 characters: the random part of the payment's id. */
export const senderReference = (paymentId: string): string => paymentId.slice(-16);

/** The unique end-to-end transaction reference: always the same UUID (version 4 in form) for the same payment. */
export function uetr(paymentId: string): string {
  const hash = createHash('sha256').update(`uetr ${paymentId}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x40;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

function fields(transfer: CreditTransfer, senderBic: string, receiverBic: string): string[][] {
  const { paymentId, amount, instructed, valueDate, orderingCustomer, beneficiary, narrative } = transfer;
  const { iban, accountNumber } = beneficiary.bankAccount;
  const remittance = swiftLines(narrative, 4);
  const isConverted = instructed.ccyCode !== amount.ccyCode;
  return [
    ['20', senderReference(paymentId)],
    ['23B', 'CRED'],
    ['32A', valueDate.slice(2).replaceAll('-', '') + amount.ccyCode + swiftAmount(amount)],
    // Also without a conversion: banks of the EU and the UK require the instructed amount.
    ['33B', instructed.ccyCode + swiftAmount(instructed)],
    ...(isConverted ? [['36', rate(instructed, amount)]] : []),
    ['50K', account(orderingCustomer.id), ...swiftLines(orderingCustomer.name, 4)],
    ['52A', senderBic],
    ['57A', receiverBic],
    ['59', account(iban ?? accountNumber ?? ''), ...nameAndAddress(beneficiary)],
    ...(remittance.length > 0 ? [['70', ...remittance]] : []),
    ['71A', transfer.chargeType === 'OURS' ? 'OUR' : 'SHA'],
  ];
}

/** A logical terminal's address: bank, its terminal, branch. */
const terminal = (bic: string, letter: string): string => bic.slice(0, 8) + letter + (bic.slice(8) || 'XXX');

const account = (id: string): string => `/${id.replace(/[^A-Za-z0-9]/g, '').slice(0, 34)}`;

function nameAndAddress({ bankAccount, address }: BeneficiaryResource): string[] {
  const name = swiftLines(bankAccount.accountHolderName, 2);
  const town = [address.postalCode, address.city, address.countryCode].filter(Boolean).join(' ');
  return [...name, oneLine(address.lines.join(', ')), oneLine(town)].filter(Boolean);
}

const oneLine = (text: string): string => swiftText(text).slice(0, LINE_LENGTH).replace(/^[:-]/, '.').trim();

/** The decimal separator is a comma and is always present: `1234,50`, `1000,`. */
function swiftAmount(amount: Money): string {
  const text = decimalText(amount).replace('.', ',');
  return text.includes(',') ? text : `${text},`;
}

/** Field 36: the rate from the instructed currency, in at most 12 characters. */
function rate(instructed: Money, amount: Money): string {
  const text = new Decimal(decimalText(amount)).div(decimalText(instructed)).toFixed(10);
  return text.replace('.', ',').slice(0, 12);
}

const checksum = (body: string): string =>
  createHash('sha256').update(body).digest('hex').slice(0, 12).toUpperCase();
