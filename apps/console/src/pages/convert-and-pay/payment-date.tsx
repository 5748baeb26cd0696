import { type CalendarDate, parseDate } from '@internationalized/date';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Calendar, CalendarCell, CalendarGrid, Heading } from 'react-aria-components';
import type { PaymentDates } from '../../api/records.js';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { dayText, longDayText } from '../../ui/format.js';
import { Shown } from '../../ui/shown.js';
import { dateOf } from './order.js';
import { isWeekday, useReasonText } from './reason-text.js';
import { useConvertAndPayTexts } from './texts.js';

interface Props {
  readonly query: UseQueryResult<PaymentDates>;
  readonly chosen: string | null;
  readonly onChange: (date: string) => void;
}

/** The days on which a payment can be sent; of each other day it says why not. */
export function PaymentDate({ query, chosen, onChange }: Props) {
  const { field } = useTexts();
  return (
    <div className="form-field">
      <span className="label">{field.paymentDate}</span>
      <Shown query={query}>
        {(dates) => <Days dates={dates} date={dateOf(chosen, dates)} onChange={onChange} />}
      </Shown>
    </div>
  );
}

interface DaysProps {
  readonly dates: PaymentDates;
  readonly date: string;
  readonly onChange: (date: string) => void;
}

function Days({ dates, date, onChange }: DaysProps) {
  const { field } = useTexts();
  const texts = useConvertAndPayTexts();
  const [looked, setLooked] = useState<CalendarDate>(parseDate(date));
  const reasons = dates.unavailableDates ?? {};
  const first = [...Object.keys(reasons), dates.firstAvailableDate].toSorted()[0] ?? date;
  return (
    <div className="days">
      <Calendar
        aria-label={field.paymentDate}
        value={parseDate(date)}
        onChange={(day) => onChange(day.toString())}
        onFocusChange={setLooked}
        minValue={parseDate(first)}
        maxValue={parseDate(dates.lastAvailableDate)}
        isDateUnavailable={(day) => day.toString() in reasons}
      >
        <header>
          <Button slot="previous" className="button" aria-label={texts.earlier}>
            ‹
          </Button>
          <Heading level={2} />
          <Button slot="next" className="button" aria-label={texts.later}>
            ›
          </Button>
        </header>
        <CalendarGrid>
          {(day) => (
            <CalendarCell date={day} className="day">
              {({ formattedDate }) => <span onPointerEnter={() => setLooked(day)}>{formattedDate}</span>}
            </CalendarCell>
          )}
        </CalendarGrid>
      </Calendar>
      <Explained day={looked.toString()} chosen={date} reasons={reasons} first={dates.firstAvailableDate} />
    </div>
  );
}

interface ExplainedProps {
  /** The day that somebody looks at. */
  readonly day: string;
  readonly chosen: string;
  readonly reasons: Readonly<Record<string, string>>;
  readonly first: string;
}

/** Why not this day, why not sooner, and what is closed in this month. */
function Explained({ day, chosen, reasons, first }: ExplainedProps) {
  const texts = useConvertAndPayTexts();
  const language = useLanguage();
  const reasonText = useReasonText();
  const reason = reasons[day];
  const isListed = ([date, why]: readonly [string, string]) =>
    date < first || (date.slice(0, 7) === day.slice(0, 7) && !isWeekday(why));
  const listed = Object.entries(reasons).filter(isListed);
  return (
    <div className="why">
      <p role="status">
        {reason && <span>{texts.closed(longDayText(day, language), reasonText(reason))} </span>}
        <strong>{texts.sentOn(longDayText(chosen, language))}</strong>
      </p>
      {listed.length > 0 && (
        <>
          <p className="minor">{texts.notOn}</p>
          <ul className="minor">
            {listed.map(([date, why]) => (
              <li key={date}>
                {dayText(date, language)}: {reasonText(why)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
