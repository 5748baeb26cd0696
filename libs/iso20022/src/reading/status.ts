import { amountOf } from '../amounts.js';
import { unreadable } from '../xml/unreadable-file.js';
import type { Element, Found } from '../xml/elements.js';
import type { BankRecord, ReturnRecord, StatusRecord } from './records.js';
import { reasonIn } from './reason.js';
import type { MessageReader } from './read-bank-file.js';

/** What banks write instead of an id that they have not been given, or have lost. */
const NO_ID = /^(NOT ?PROVIDED|NONREF|NOREF)$/i;

export const given = (id: string | null): string | null => (id === null || NO_ID.test(id) ? null : id);

/** The ids of a transfer in a status (`OrgnlEndToEndId`), a return, or the references of a booking (`EndToEndId`). */
export function idsIn(element: Element | undefined, prefix: '' | 'Orgnl') {
  const instructionId = given(element?.textAt(`${prefix}InstrId`) ?? null);
  return {
    reference: given(element?.textAt(`${prefix}EndToEndId`) ?? null) ?? instructionId,
    instructionId,
    uetr: element?.textAt(`${prefix}UETR`)?.toLowerCase() ?? null,
  };
}

const messageIdIn = (where: string, message: Element | undefined): string =>
  message?.textAt('GrpHdr', 'MsgId') ?? unreadable(where, 'the message has no id');

/** Of pain.002 and pacs.002. What they say of single transfers comes before what they say of the rest of a block or message. */
const statusNames = new Set(['OrgnlGrpInfAndSts', 'OrgnlPmtInfAndSts', 'TxInfAndSts']);

class StatusReader implements MessageReader {
  readonly names = statusNames;
  /** It comes first in the file. */
  private ofMessage: StatusRecord | null = null;
  private originalMessageId: string | null = null;

  read({ element, parents, where }: Found): BankRecord[] {
    const messageId = messageIdIn(
      where,
      parents.find(({ name }) => name.endsWith('StsRpt')),
    );
    if (element.name === 'OrgnlGrpInfAndSts') {
      const before = this.end();
      this.originalMessageId = element.textAt('OrgnlMsgId');
      this.ofMessage = this.statusIn(element, messageId, 'GrpSts');
      return before;
    }
    if (element.name === 'OrgnlPmtInfAndSts') return only(this.statusIn(element, messageId, 'PmtInfSts'));
    const block = parents.at(-1)?.textAt('OrgnlPmtInfId') ?? null;
    const status = this.statusIn(element, messageId, 'TxSts');
    if (!status) return [];
    const ids = idsIn(element, 'Orgnl');
    if (ids.reference === null && ids.uetr === null) unreadable(where, 'a status names no transfer');
    return [{ ...status, ...ids, originalBlockId: block }];
  }

  end(): BankRecord[] {
    const ofMessage = only(this.ofMessage);
    this.ofMessage = null;
    return ofMessage;
  }

  private statusIn(element: Element, messageId: string, name: string): StatusRecord | null {
    const status = element.textAt(name);
    return status === null
      ? null
      : {
          kind: 'status',
          messageId,
          originalMessageId:
            element.textAt('OrgnlMsgId') ??
            element.textAt('OrgnlGrpInf', 'OrgnlMsgId') ??
            this.originalMessageId,
          originalBlockId: element.textAt('OrgnlPmtInfId'),
          reference: null,
          instructionId: null,
          uetr: null,
          status,
          reason: reasonIn(element.all('StsRsnInf')),
          bankReference: element.textAt('AcctSvcrRef'),
        };
  }
}

export const statusReader = (): MessageReader => new StatusReader();

const only = (status: StatusRecord | null): BankRecord[] => (status ? [status] : []);

/** Of pacs.004. */
export const returnReader = (): MessageReader => ({
  names: new Set(['TxInf']),
  read({ element, parents, where }) {
    const amount = element.at('RtrdIntrBkSttlmAmt')[0] ?? element.at('RtrdInstdAmt')[0];
    const ids = idsIn(element, 'Orgnl');
    if (ids.reference === null && ids.uetr === null) unreadable(where, 'a return names no transfer');
    const record: ReturnRecord = {
      kind: 'return',
      messageId: messageIdIn(where, parents.at(-1)),
      returnId: element.textAt('RtrId'),
      ...ids,
      amount: amountOf(where, amount?.attributes.Ccy ?? '', amount?.line ?? ''),
      reason: reasonIn(element.all('RtrRsnInf')),
    };
    return [record];
  },
  end: () => [],
});
