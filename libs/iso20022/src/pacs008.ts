import { type CalendarDate } from '@corridor/kernel';
import { sumOf } from './amounts.js';
import { Parts } from './parts.js';
import type { Agent, BlockTerms, CreditTransfer, PaymentFile, WritingDialect } from './transfer.js';
import { type Xml, amountLeaf, documentOf, group, leaf } from './xml/write.js';
import type { ByteSource } from './xml/byte-source.js';
import { dateOf } from './dates.js';
import { controlSum } from './pain001.js';
import { accountIn, agentIn, partyIn } from './reading/parts-in.js';
import { type ReadTransfer, chargesIn, serviceLevelIn, transferIn } from './reading/transfer-in.js';
import { unreadable } from './xml/unreadable-file.js';
import { type Element, eachElement } from './xml/elements.js';

/** From which bank to which, over an account that the one has with the other. */
export interface Between {
  readonly instructing: Agent;
  readonly instructed: Agent;
}

/**
 * A credit transfer between banks, pacs.008.001.08: for an operator that is a bank itself.
 * @throws RangeError for a block in two currencies
 */
export function pacs008(
  { messageId, createdOn, blocks }: PaymentFile,
  between: Between,
  dialect: WritingDialect,
): string {
  const parts = new Parts(dialect);
  const transfers = blocks.flatMap((block) => block.transfers);
  for (const block of blocks)
    sumOf(
      block.ccyCode,
      block.transfers.map(({ amount }) => amount),
    );
  return documentOf(
    'pacs.008.001.08',
    group(
      'FIToFICstmrCdtTrf',
      group(
        'GrpHdr',
        leaf('MsgId', messageId),
        leaf('CreDtTm', createdOn),
        leaf('NbOfTxs', String(transfers.length)),
        leaf('CtrlSum', controlSum(transfers)),
        group('SttlmInf', leaf('SttlmMtd', 'INDA')),
        parts.agent('InstgAgt', between.instructing),
        parts.agent('InstdAgt', between.instructed),
      ),
      ...blocks.flatMap((block) => block.transfers.map((one) => transferOf(one, block, parts))),
    ),
  );
}

function transferOf(transfer: CreditTransfer, block: BlockTerms, parts: Parts): Xml {
  const settlementDate: CalendarDate = block.executionDate;
  return group(
    'CdtTrfTxInf',
    group(
      'PmtId',
      leaf('InstrId', transfer.reference),
      leaf('EndToEndId', transfer.reference),
      leaf('UETR', transfer.uetr),
    ),
    group('PmtTpInf', group('SvcLvl', leaf('Cd', block.serviceLevel))),
    amountLeaf('IntrBkSttlmAmt', transfer.amount),
    leaf('IntrBkSttlmDt', settlementDate),
    leaf('ChrgBr', block.charges),
    group('UltmtDbtr', parts.text('Nm', transfer.ultimateDebtor, 140)),
    parts.party('Dbtr', block.debtor),
    parts.account('DbtrAcct', block.account, block.ccyCode),
    parts.agent('DbtrAgt', block.agent),
    parts.agent('CdtrAgt', transfer.creditorAgent),
    parts.party('Cdtr', transfer.creditor),
    parts.account('CdtrAcct', transfer.creditorAccount),
    ...parts.ending(transfer),
  );
}

/** Reads pacs.008 as a stream: each transfer is a block of its own. @throws UnreadableFile */
export async function* readPacs008(source: ByteSource): AsyncGenerator<ReadTransfer> {
  let count = 0;
  let expected: string | null = null;
  for await (const { element, parents, where } of eachElement(
    source,
    new Set(['CdtTrfTxInf', 'FIToFICstmrCdtTrf']),
  )) {
    if (element.name === 'FIToFICstmrCdtTrf') {
      expected = element.textAt('GrpHdr', 'NbOfTxs');
      continue;
    }
    const message = parents.at(-1);
    if (message?.name !== 'FIToFICstmrCdtTrf') unreadable(where, 'a transfer is out of place');
    count++;
    const messageId = message.textAt('GrpHdr', 'MsgId') ?? unreadable(where, 'the message has no id');
    const transfer = transferIn(where, element, element.at('IntrBkSttlmAmt')[0]);
    yield { messageId, block: termsIn(where, messageId, transfer.amount.ccyCode, element), transfer };
  }
  if (expected === null) unreadable(source.name, 'it is no pacs.008');
  if (expected !== String(count)) unreadable(source.name, `it has ${count} transfers, and says ${expected}`);
}

const termsIn = (where: string, messageId: string, ccyCode: string, element: Element): BlockTerms => ({
  id: messageId,
  debtor: partyIn(element.at('Dbtr')[0]),
  account: accountIn(element.at('DbtrAcct')[0]),
  ccyCode,
  agent: agentIn(element.at('DbtrAgt')[0]),
  executionDate: dateOf(where, element.textAt('IntrBkSttlmDt') ?? ''),
  serviceLevel: serviceLevelIn(element),
  charges: chargesIn(element),
});
