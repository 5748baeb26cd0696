import { Link, createRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { InboundFunds } from '../api/records.js';
import { signedInRoute } from '../shell/signed-in.js';
import { useTexts } from '../texts/texts.js';
import { commands } from '../ui/commands.js';
import { Empty } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { RecordList, listSearch } from '../ui/record-list.js';
import type { Column } from '../ui/record-table.js';
import { Day, Money, Status } from '../ui/values.js';

export const inboundFundsListRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/inbound-funds',
  validateSearch: listSearch,
  component: InboundFundsList,
});

function InboundFundsList() {
  const { inboundFunds, field } = useTexts();
  const columns = useMemo(
    (): readonly Column<InboundFunds>[] => [
      {
        place: 'main',
        header: field.sender,
        cell: ({ id, sender }) => (
          <Link to="/inbound-funds/$id" params={{ id }}>
            {sender.name ?? inboundFunds.unknownSender}
          </Link>
        ),
      },
      { place: 'amount', header: field.amount, cell: ({ amount }) => <Money of={amount} /> },
      { place: 'minor', header: field.reference, cell: ({ reference }) => reference },
      { place: 'status', header: field.status, cell: ({ status }) => <Status of={status} /> },
      { place: 'extra', header: field.creditsOn, cell: ({ creditsOn }) => <Day of={creditsOn} /> },
    ],
    [field, inboundFunds],
  );
  return (
    <Page title={inboundFunds.title}>
      <RecordList
        label={inboundFunds.title}
        path="/v1/inbound-funds"
        columns={columns}
        words={['sender.name', 'reference', 'narrative']}
        example='status == "CREDITED"'
        empty={<Empty title={inboundFunds.none} detail={inboundFunds.noneDetail} command={commands.credit} />}
      />
    </Page>
  );
}
