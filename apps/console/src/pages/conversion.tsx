import { Link, createRoute } from '@tanstack/react-router';
import type { Conversion } from '../api/records.js';
import { signedInRoute } from '../shell/signed-in.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { Copied } from '../ui/copied.js';
import { Facts } from '../ui/facts.js';
import { rateText } from '../ui/format.js';
import { Linked } from '../ui/linked.js';
import { RecordPage } from '../ui/record-page.js';
import { Day, Moment, Money } from '../ui/values.js';

export const conversionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/conversions/$id',
  component: ConversionPage,
});

function ConversionPage() {
  const { id } = conversionRoute.useParams();
  const { conversions } = useTexts();
  return (
    <RecordPage<Conversion>
      id={id}
      path="/v1/conversions"
      title={({ reference }) => reference}
      list={<Link to="/conversions">{conversions.title}</Link>}
    >
      {(conversion) => <About of={conversion} />}
    </RecordPage>
  );
}

function About({ of }: { readonly of: Conversion }) {
  const { field, instructions } = useTexts();
  const language = useLanguage();
  const instruction = of.linkedPaymentInstructionId;
  return (
    <Facts
      of={[
        [instructions.sells, <Money of={of.sellAmount} />],
        [instructions.buys, <Money of={of.buyAmount} />],
        [field.rate, `${of.ccyPair} ${rateText(of.rate, language)}`],
        [field.tradeDate, <Day of={of.tradeDate} />],
        [field.valueDate, <Day of={of.valueDate} />],
        [field.instruction, instruction && <Linked to="/payment-instructions/$id" id={instruction} />],
        [field.created, <Moment of={of.auditHistory.created.on} />],
        [field.id, <Copied text={of.id} label={field.id} />],
      ]}
    />
  );
}
