import { decimalText } from '@corridor/kernel';
import { sumOf } from './amounts.js';
import type { ByteSource } from './xml/byte-source.js';
import { dateOf } from './dates.js';
import { Parts } from './parts.js';
import { accountIn, agentIn, partyIn } from './reading/parts-in.js';
import { type ReadTransfer, chargesIn, serviceLevelIn, transferIn } from './reading/transfer-in.js';
import type { BlockTerms, CreditTransfer, PaymentBlock, PaymentFile, WritingDialect } from './transfer.js';
import { unreadable } from './xml/unreadable-file.js';
import { type Element, eachElement } from './xml/elements.js';
import { type Xml, amountLeaf, documentOf, group, leaf } from './xml/write.js';

/** A customer credit transfer initiation, pain.001.001.09. @throws RangeError for a block in two currencies */
export function pain001(
  { messageId, createdOn, initiator, blocks }: PaymentFile,
  dialect: WritingDialect,
): string {
  const parts = new Parts(dialect);
  const transfers = blocks.flatMap((block) => block.transfers);
  return documentOf(
    'pain.001.001.09',
    group(
      'CstmrCdtTrfInitn',
      group(
        'GrpHdr',
        leaf('MsgId', messageId),
        leaf('CreDtTm', createdOn),
        leaf('NbOfTxs', String(transfers.length)),
        leaf('CtrlSum', controlSum(transfers)),
        group('InitgPty', parts.text('Nm', initiator, 140)),
      ),
      ...blocks.map((block) => blockOf(block, parts, dialect.batchBooking)),
    ),
  );
}

function blockOf(block: PaymentBlock, parts: Parts, batchBooking: boolean | null): Xml {
  const { ccyCode, transfers } = block;
  sumOf(
    ccyCode,
    transfers.map(({ amount }) => amount),
  );
  return group(
    'PmtInf',
    leaf('PmtInfId', block.id),
    leaf('PmtMtd', 'TRF'),
    leaf('BtchBookg', batchBooking === null ? null : String(batchBooking)),
    leaf('NbOfTxs', String(transfers.length)),
    leaf('CtrlSum', controlSum(transfers)),
    group('PmtTpInf', group('SvcLvl', leaf('Cd', block.serviceLevel))),
    group('ReqdExctnDt', leaf('Dt', block.executionDate)),
    parts.party('Dbtr', block.debtor),
    parts.account('DbtrAcct', block.account, ccyCode),
    parts.agent('DbtrAgt', block.agent),
    leaf('ChrgBr', block.charges),
    ...transfers.map((transfer) => transferOf(transfer, parts)),
  );
}

const transferOf = (transfer: CreditTransfer, parts: Parts): Xml =>
  group(
    'CdtTrfTxInf',
    group(
      'PmtId',
      leaf('InstrId', transfer.reference),
      leaf('EndToEndId', transfer.reference),
      leaf('UETR', transfer.uetr),
    ),
    group('Amt', amountLeaf('InstdAmt', transfer.amount)),
    group('UltmtDbtr', parts.text('Nm', transfer.ultimateDebtor, 140)),
    parts.agent('CdtrAgt', transfer.creditorAgent),
    parts.party('Cdtr', transfer.creditor),
    parts.account('CdtrAcct', transfer.creditorAccount),
    ...parts.ending(transfer),
  );

/** The sum of the numbers, whatever their currencies. Exact: in units of which each currency has a whole number. */
export function controlSum(transfers: readonly CreditTransfer[]): string {
  const places = 5;
  const units = transfers.map(({ amount }) => {
    const [whole = '', fraction = ''] = decimalText(amount).split('.');
    return BigInt(whole + fraction.padEnd(places, '0'));
  });
  const digits = String(units.reduce((sum, one) => sum + one, 0n)).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
}

/** Reads pain.001 as a stream. @throws UnreadableFile */
export async function* readPain001(source: ByteSource): AsyncGenerator<ReadTransfer> {
  let count = 0;
  let expected: string | null = null;
  for await (const { element, parents, where } of eachElement(
    source,
    new Set(['CdtTrfTxInf', 'CstmrCdtTrfInitn']),
  )) {
    if (element.name === 'CstmrCdtTrfInitn') {
      expected = element.textAt('GrpHdr', 'NbOfTxs');
      continue;
    }
    const [message, block] = parents.slice(-2);
    if (message?.name !== 'CstmrCdtTrfInitn' || !block) unreadable(where, 'a transfer is out of place');
    count++;
    yield {
      messageId: message.textAt('GrpHdr', 'MsgId') ?? unreadable(where, 'the message has no id'),
      block: termsIn(where, block),
      transfer: transferIn(where, element, element.at('Amt', 'InstdAmt')[0]),
    };
  }
  if (expected === null) unreadable(source.name, 'it is no pain.001');
  if (expected !== String(count)) unreadable(source.name, `it has ${count} transfers, and says ${expected}`);
}

function termsIn(where: string, block: Element): BlockTerms {
  return {
    id: block.textAt('PmtInfId') ?? unreadable(where, 'the block has no id'),
    debtor: partyIn(block.at('Dbtr')[0]),
    account: accountIn(block.at('DbtrAcct')[0]),
    ccyCode: block.textAt('DbtrAcct', 'Ccy') ?? '',
    agent: agentIn(block.at('DbtrAgt')[0]),
    executionDate: dateOf(
      where,
      block.textAt('ReqdExctnDt', 'Dt') ??
        block.textAt('ReqdExctnDt', 'DtTm') ??
        block.textAt('ReqdExctnDt') ??
        '',
    ),
    serviceLevel: serviceLevelIn(block),
    charges: chargesIn(block),
  };
}
