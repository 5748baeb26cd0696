import { Link, createRoute } from '@tanstack/react-router';
import type { InboundFunds } from '../api/records.js';
import { signedInRoute } from '../shell/signed-in.js';
import { useTexts } from '../texts/texts.js';
import { Copied } from '../ui/copied.js';
import { Facts } from '../ui/facts.js';
import { RecordPage } from '../ui/record-page.js';
import { Day, Money } from '../ui/values.js';

export const inboundFundsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/inbound-funds/$id',
  component: InboundFundsPage,
});

function InboundFundsPage() {
  const { id } = inboundFundsRoute.useParams();
  const { inboundFunds, field } = useTexts();
  return (
    <RecordPage<InboundFunds>
      id={id}
      path="/v1/inbound-funds"
      title={({ reference }) => reference}
      list={<Link to="/inbound-funds">{inboundFunds.title}</Link>}
    >
      {({ amount, sender, narrative, creditsOn, receivingAccountNumber }) => (
        <Facts
          of={[
            [field.amount, <Money of={amount} />],
            [field.sender, sender.name ?? inboundFunds.unknownSender],
            [field.narrative, narrative],
            [field.account, <code>{receivingAccountNumber}</code>],
            [field.creditsOn, <Day of={creditsOn} />],
            [field.id, <Copied text={id} label={field.id} />],
          ]}
        />
      )}
    </RecordPage>
  );
}
