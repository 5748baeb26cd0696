import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { recordQuery } from '../../api/queries.js';
import type { Statement } from '../../api/records.js';
import { getFile } from '../../api/request.js';
import { useTexts } from '../../texts/texts.js';
import { download } from '../../ui/download.js';
import { Facts } from '../../ui/facts.js';
import { Empty, Failure } from '../../ui/notice.js';
import { Section } from '../../ui/page.js';
import { RecordTable } from '../../ui/record-table.js';
import { Shown } from '../../ui/shown.js';
import { Money } from '../../ui/values.js';
import { useTransactionColumns } from '../transactions.js';
import type { Asked } from './choice.js';
import { useStatementTexts } from './texts.js';

/** Rows on the page. */
const MOST_SHOWN = 500;

const parametersOf = ({ from, to }: Asked) => new URLSearchParams({ from, to });

export function Stated({ of }: { readonly of: Asked }) {
  const query = useQuery(
    recordQuery<Statement>(`/v1/wallets/${of.ccy}/statements?${parametersOf(of).toString()}`),
  );
  return (
    <>
      <Downloads of={of} />
      <Shown query={query}>
        {(statement) => (
          <>
            <Sums of={statement} />
            <Movements of={statement} />
          </>
        )}
      </Shown>
    </>
  );
}

function Sums({ of }: { readonly of: Statement }) {
  const texts = useStatementTexts();
  return (
    <section className="sums" aria-label={texts.adds}>
      <Facts
        of={[
          [texts.opening, <Money of={of.openingBalance} />],
          [texts.credits, <Money of={of.credits} />],
          [texts.debits, <Money of={of.debits} />],
          [
            texts.closing,
            <strong>
              <Money of={of.closingBalance} />
            </strong>,
          ],
        ]}
      />
    </section>
  );
}

const FORMATS = [
  ['pdf', 'PDF', 'pdf'],
  ['csv', 'CSV', 'csv'],
  ['camt.053', 'camt.053', 'xml'],
] as const;
type Format = (typeof FORMATS)[number][0];

function Downloads({ of }: { readonly of: Asked }) {
  const texts = useStatementTexts();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (format: Format) => {
      const parameters = parametersOf(of);
      parameters.set('format', format);
      const ending = FORMATS.find(([one]) => one === format)?.[2] ?? format;
      const file = await getFile(`/v1/wallets/${of.ccy}/statements/export?${parameters.toString()}`);
      download(`statement-${of.ccy}-${of.from}-${of.to}.${ending}`, file);
    },
  });
  return (
    <div className="downloads">
      <p className="actions">
        {FORMATS.map(([format, name]) => (
          <Button key={format} className="button" isDisabled={isPending} onPress={() => mutate(format)}>
            {texts.download} {name} <span className="minor">{texts.format[format]}</span>
          </Button>
        ))}
        <span role="status" className="minor">
          {isPending && texts.downloading}
        </span>
      </p>
      {error && <Failure error={error} />}
    </div>
  );
}

function Movements({ of: { transactions, count } }: { readonly of: Statement }) {
  const { transactions: texts } = useTexts();
  const { none, noneDetail, more } = useStatementTexts();
  const columns = useTransactionColumns();
  return (
    <Section title={texts.title}>
      {count > 0 ? (
        <RecordTable label={texts.title} columns={columns} rows={transactions.slice(0, MOST_SHOWN)} />
      ) : (
        <Empty title={none} detail={noneDetail} />
      )}
      {count > MOST_SHOWN && <p className="minor">{more(MOST_SHOWN, count)}</p>}
    </Section>
  );
}
