import { Link, createRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Beneficiary } from '../api/records.js';
import { signedInRoute } from '../shell/signed-in.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { countryText } from '../ui/format.js';
import { Empty } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { RecordList, listSearch } from '../ui/record-list.js';
import type { Column } from '../ui/record-table.js';
import { Status } from '../ui/values.js';

export const beneficiariesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/beneficiaries',
  validateSearch: listSearch,
  component: Beneficiaries,
});

function Beneficiaries() {
  const { beneficiaries, field } = useTexts();
  const language = useLanguage();
  const columns = useMemo(
    (): readonly Column<Beneficiary>[] => [
      {
        place: 'main',
        header: field.beneficiary,
        cell: ({ id, displayName }) => (
          <Link to="/beneficiaries/$id" params={{ id }}>
            {displayName}
          </Link>
        ),
      },
      { place: 'amount', header: field.currency, cell: ({ bankAccount }) => bankAccount.ccyCode },
      {
        place: 'minor',
        header: field.account,
        cell: ({ bankAccount }) => <code>{bankAccount.iban ?? bankAccount.accountNumber}</code>,
      },
      { place: 'status', header: field.status, cell: ({ status }) => <Status of={status} /> },
      {
        place: 'extra',
        header: field.country,
        cell: ({ bankAccount }) => countryText(bankAccount.bankCountryCode, language),
      },
    ],
    [field, language],
  );
  return (
    <Page
      title={beneficiaries.title}
      beside={
        <Link to="/beneficiaries/new" className="button">
          {beneficiaries.add}
        </Link>
      }
    >
      <RecordList
        label={beneficiaries.title}
        path="/v1/beneficiaries"
        columns={columns}
        words={['displayName', 'bankAccount.iban', 'bankAccount.accountNumber']}
        example='bankAccount.ccyCode == "EUR"'
        empty={<Empty title={beneficiaries.none} detail={beneficiaries.noneDetail} />}
      />
    </Page>
  );
}
