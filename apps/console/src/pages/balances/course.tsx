import { useState } from 'react';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { amountText, dayText } from '../../ui/format.js';
import { RecordTable } from '../../ui/record-table.js';
import { Day, Money } from '../../ui/values.js';
import { exact, plus, rounded } from '../../ui/exact.js';
import { Chart } from './chart.js';
import { type Series, changesOf } from './series.js';
import { useBalanceTexts } from './texts.js';

/** A balance over days: the day that is pointed at or the last one in words, the chart, and the same as a table. */
export function Course({ of }: { readonly of: Series }) {
  const { field } = useTexts();
  const texts = useBalanceTexts();
  const language = useLanguage();
  const [pointed, setPointed] = useState<number | null>(null);
  const { ccyCode, days, values } = of;
  const last = days.length - 1;
  const at = Math.min(pointed ?? last, last);
  const amountAt = (index: number) => ({ ccyCode, value: values[index] ?? 0 });
  const dayAt = (index: number) => dayText(days[index] ?? '', language);
  const changes = changesOf(of);
  return (
    <figure className="course">
      <figcaption>
        <strong>
          <Money of={amountAt(at)} />
        </strong>
        <span className="minor">
          {at === last ? texts.today : texts.endOf(dayAt(at))} ·{' '}
          {texts.since(change(of, at, language), dayAt(0))}
        </span>
      </figcaption>
      <Chart
        of={of}
        label={texts.chart(
          ...([ccyCode, dayAt(0), dayAt(last)] as const),
          ...([amountText(amountAt(0), language), amountText(amountAt(last), language)] as const),
        )}
        onPoint={setPointed}
      />
      {changes.length > 1 ? (
        <details>
          <summary>{texts.table}</summary>
          <RecordTable
            label={texts.table}
            columns={[
              { place: 'main', header: texts.day, cell: ({ day }) => <Day of={day} /> },
              {
                place: 'amount',
                header: field.balance,
                cell: ({ value }) => <Money of={{ ccyCode, value }} />,
              },
            ]}
            rows={changes}
          />
        </details>
      ) : (
        <p className="minor">{texts.still}</p>
      )}
    </figure>
  );
}

/** `+1,000.00 GBP` since the first day. */
function change({ ccyCode, values }: Series, at: number, language: Parameters<typeof amountText>[1]): string {
  const first = exact(values[0] ?? 0);
  const now = exact(values[at] ?? 0);
  const moved = plus(now, { ...first, digits: -first.digits });
  const value = rounded(moved, moved.places);
  return `${value < 0 ? '' : '+'}${amountText({ ccyCode, value }, language)}`;
}
