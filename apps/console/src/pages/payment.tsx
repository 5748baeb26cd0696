import { Link, createRoute } from '@tanstack/react-router';
import type { Payment } from '../api/records.js';
import { signedInRoute } from '../shell/signed-in.js';
import { useTexts } from '../texts/texts.js';
import { Copied } from '../ui/copied.js';
import { Facts } from '../ui/facts.js';
import { Linked } from '../ui/linked.js';
import { RecordPage } from '../ui/record-page.js';
import { Day, Moment, Money } from '../ui/values.js';

export const paymentRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/payments/$id',
  component: PaymentPage,
});

function PaymentPage() {
  const { id } = paymentRoute.useParams();
  const { payments } = useTexts();
  return (
    <RecordPage<Payment>
      id={id}
      path="/v1/payments"
      title={({ reference }) => reference}
      list={<Link to="/payments">{payments.title}</Link>}
    >
      {(payment) => <About of={payment} />}
    </RecordPage>
  );
}

function About({ of }: { readonly of: Payment }) {
  const texts = useTexts();
  const { field } = texts;
  const instruction = of.linkedPaymentInstructionId;
  return (
    <Facts
      of={[
        [field.amount, <Money of={of.amount} />],
        [field.beneficiary, of.beneficiary.displayName],
        [field.fee, of.fee && <Money of={of.fee} />],
        [field.paymentDate, <Day of={of.paymentDate} />],
        [field.paymentType, texts.paymentType[of.paymentType]],
        [field.chargeType, of.chargeType && texts.chargeType[of.chargeType]],
        [field.narrative, of.narrative],
        [field.instruction, instruction && <Linked to="/payment-instructions/$id" id={instruction} />],
        [field.created, <Moment of={of.auditHistory.created.on} />],
        [field.id, <Copied text={of.id} label={field.id} />],
      ]}
    />
  );
}
