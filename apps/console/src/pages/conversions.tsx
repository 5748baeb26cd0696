import { Link, createRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Conversion } from '../api/records.js';
import { signedInRoute } from '../shell/signed-in.js';
import { useTexts } from '../texts/texts.js';
import { Empty } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { RecordList, listSearch } from '../ui/record-list.js';
import type { Column } from '../ui/record-table.js';
import { Day, Money, Status } from '../ui/values.js';

export const conversionsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/conversions',
  validateSearch: listSearch,
  component: Conversions,
});

function Conversions() {
  const { conversions, instructions, field } = useTexts();
  const columns = useMemo(
    (): readonly Column<Conversion>[] => [
      {
        place: 'main',
        header: field.reference,
        cell: ({ id, reference }) => (
          <Link to="/conversions/$id" params={{ id }}>
            {reference}
          </Link>
        ),
      },
      { place: 'amount', header: instructions.buys, cell: ({ buyAmount }) => <Money of={buyAmount} /> },
      { place: 'minor', header: instructions.sells, cell: ({ sellAmount }) => <Money of={sellAmount} /> },
      { place: 'status', header: field.status, cell: ({ status }) => <Status of={status} /> },
      { place: 'extra', header: field.valueDate, cell: ({ valueDate }) => <Day of={valueDate} /> },
    ],
    [field, instructions],
  );
  return (
    <Page title={conversions.title}>
      <RecordList
        label={conversions.title}
        path="/v1/conversions"
        columns={columns}
        words={['reference']}
        example='ccyPair == "GBPEUR"'
        empty={<Empty title={conversions.none} detail={conversions.noneDetail} />}
      />
    </Page>
  );
}
