import { Link, createRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Payment } from '../api/records.js';
import { signedInRoute } from '../shell/signed-in.js';
import { useTexts } from '../texts/texts.js';
import { Empty } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { RecordList, listSearch } from '../ui/record-list.js';
import type { Column } from '../ui/record-table.js';
import { Day, Money, Status } from '../ui/values.js';

export const paymentsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/payments',
  validateSearch: listSearch,
  component: Payments,
});

function Payments() {
  const { payments, field } = useTexts();
  const columns = useMemo(
    (): readonly Column<Payment>[] => [
      {
        place: 'main',
        header: field.beneficiary,
        cell: ({ id, beneficiary }) => (
          <Link to="/payments/$id" params={{ id }}>
            {beneficiary.displayName}
          </Link>
        ),
      },
      { place: 'amount', header: field.amount, cell: ({ amount }) => <Money of={amount} /> },
      { place: 'minor', header: field.reference, cell: ({ reference }) => reference },
      { place: 'status', header: field.status, cell: ({ status }) => <Status of={status} /> },
      { place: 'extra', header: field.paymentDate, cell: ({ paymentDate }) => <Day of={paymentDate} /> },
    ],
    [field],
  );
  return (
    <Page title={payments.title}>
      <RecordList
        label={payments.title}
        path="/v1/payments"
        columns={columns}
        words={['beneficiary.displayName', 'reference', 'narrative']}
        example='amount.value >= "1000"'
        empty={<Empty title={payments.none} detail={payments.noneDetail} />}
      />
    </Page>
  );
}
