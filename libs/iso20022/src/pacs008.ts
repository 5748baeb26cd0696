import { type CalendarDate } from '@corridor/kernel';
import { sumOf } from './amounts.js';
import { Parts } from './parts.js';
import type { Agent, BlockTerms, CreditTransfer, PaymentFile, WritingDialect } from './transfer.js';
import { type Xml, amountLeaf, documentOf, group, leaf } from './xml/write.js';
import { controlSum } from './pain001.js';

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
