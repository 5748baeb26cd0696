import type { Amount } from '../api/records.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { dayText, decimalOf, momentText } from './format.js';

/** An amount in digits of one width, with its currency. */
export function Money({ of }: { readonly of: Amount }) {
  const language = useLanguage();
  return (
    <span className="money">
      {decimalOf(of, language)} <span className="ccy">{of.ccyCode}</span>
    </span>
  );
}

export function Moment({ of }: { readonly of: string }) {
  return <time dateTime={`${of}Z`}>{momentText(of, useLanguage())}</time>;
}

export function Day({ of }: { readonly of: string }) {
  return <time dateTime={of}>{dayText(of, useLanguage())}</time>;
}

const TONES: Readonly<Record<string, string>> = {
  SENT: 'good',
  EXCHANGED: 'good',
  CREDITED: 'good',
  COMPLETED: 'good',
  ACTIVE: 'good',
  Active: 'good',
  DELIVERED: 'good',
  GIVEN_UP: 'bad',
  INTERRUPTED: 'bad',
  ENDED: 'over',
  REVOKED: 'over',
  Disabled: 'over',
  PAUSED: 'over',
  REJECTED: 'bad',
  FAILED: 'bad',
  CANCELLED: 'over',
  ARCHIVED: 'over',
};

/** The status of a record: in words, and in a colour that says no more than the words. */
export function Status({ of }: { readonly of: string }) {
  const { status } = useTexts();
  const text = (status as Readonly<Record<string, string>>)[of] ?? of;
  return <span className={`status ${TONES[of] ?? 'open'}`}>{text}</span>;
}
