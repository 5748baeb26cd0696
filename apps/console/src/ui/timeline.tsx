import { useQuery } from '@tanstack/react-query';
import { timelineQuery } from '../api/queries.js';
import type { TimelineEvent } from '../api/records.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { amountText, timeText } from './format.js';
import { Section } from './page.js';
import { Shown } from './shown.js';

/** What happened to a record, in all services, and where its money is. @param id of the record */
export function Timeline({ id }: { readonly id: string }) {
  const { timeline: texts } = useTexts();
  const query = useQuery(timelineQuery(id));
  return (
    <Section title={texts.title}>
      <Shown query={query}>
        {({ whereTheMoneyIs, events, isComplete }) => (
          <>
            {whereTheMoneyIs && <p className="where">{whereTheMoneyIs}</p>}
            {!isComplete && <p className="minor">{texts.partial}</p>}
            {events.length === 0 && <p className="minor">{texts.none}</p>}
            <ol className="timeline">
              {events.map((event) => (
                <Event key={event.id} of={event} />
              ))}
            </ol>
          </>
        )}
      </Shown>
    </Section>
  );
}

function Event({
  of: { occurredOn, summary, actor, type, postings, bankMessage },
}: {
  readonly of: TimelineEvent;
}) {
  const { timeline: texts } = useTexts();
  const language = useLanguage();
  return (
    <li>
      <time dateTime={`${occurredOn}Z`}>{timeText(occurredOn, language)}</time>
      <div>
        <p>{summary}</p>
        <p className="minor">
          {actor?.name ?? texts.corridor} · <code>{type}</code>
          {bankMessage?.reference && (
            <>
              {' · '}
              {bankMessage.format} <code>{bankMessage.reference}</code>
            </>
          )}
        </p>
        {postings.map(({ account, amount, balance }, i) => (
          <p key={i} className="minor posting">
            {account} {amountText(amount, language)}
            {balance && ` · ${texts.balance(amountText(balance, language))}`}
          </p>
        ))}
      </div>
    </li>
  );
}
