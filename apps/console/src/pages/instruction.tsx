import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, createRoute } from '@tanstack/react-router';
import { Button } from 'react-aria-components';
import type { Instruction } from '../api/records.js';
import { post } from '../api/request.js';
import { signedInRoute, useIdentity } from '../shell/signed-in.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { Copied } from '../ui/copied.js';
import { Facts } from '../ui/facts.js';
import { rateText } from '../ui/format.js';
import { Linked } from '../ui/linked.js';
import { Failure } from '../ui/notice.js';
import { RecordPage } from '../ui/record-page.js';
import { Day, Moment, Money } from '../ui/values.js';

export const instructionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/payment-instructions/$id',
  component: InstructionPage,
});

function InstructionPage() {
  const { id } = instructionRoute.useParams();
  const { instructions } = useTexts();
  const { environment } = useIdentity();
  return (
    <RecordPage<Instruction>
      id={id}
      path="/v1/payment-instructions"
      title={({ beneficiary }) => beneficiary.displayName}
      list={<Link to="/payment-instructions">{instructions.title}</Link>}
    >
      {(instruction) => (
        <>
          {environment.name === 'SANDBOX' && <Simulators of={instruction} />}
          <About of={instruction} />
        </>
      )}
    </RecordPage>
  );
}

function About({ of }: { readonly of: Instruction }) {
  const texts = useTexts();
  const { field, instructions } = texts;
  const language = useLanguage();
  const price = of.actualPrice ?? of.indicativePrice;
  const fixed = <span className="minor">{instructions.fixed}</span>;
  return (
    <Facts
      of={[
        [
          instructions.sells,
          price && (
            <>
              {<Money of={price.sellAmount} />} {of.fixedSide === 'SELL' && fixed}
            </>
          ),
        ],
        [
          instructions.buys,
          price && (
            <>
              {<Money of={price.buyAmount} />} {of.fixedSide === 'BUY' && fixed}
            </>
          ),
        ],
        [of.actualPrice ? field.rate : field.indicativeRate, price && rateText(price.rate, language)],
        [field.fee, of.fee && <Money of={of.fee} />],
        [field.paymentDate, <Day of={of.paymentDate} />],
        [field.paymentType, texts.paymentType[of.paymentType]],
        [field.chargeType, of.chargeType && texts.chargeType[of.chargeType]],
        [field.narrative, of.narrative],
        [
          field.conversion,
          of.linkedConversionId && <Linked to="/conversions/$id" id={of.linkedConversionId} />,
        ],
        [field.payment, of.linkedPaymentId && <Linked to="/payments/$id" id={of.linkedPaymentId} />],
        [field.created, <Moment of={of.auditHistory.created.on} />],
        [field.id, <Copied text={of.id} label={field.id} />],
      ]}
    />
  );
}

type Step = 'acknowledge' | 'fill' | 'send' | 'reject' | 'fail';

/** The steps that lead on from a status; the first is the usual one. */
const STEPS: Readonly<Record<string, readonly Step[]>> = {
  PENDING: ['acknowledge', 'reject', 'fail'],
  ACKNOWLEDGED: ['fill', 'reject', 'fail'],
  FILLED: ['send', 'reject', 'fail'],
};

function Simulators({ of: { id, status } }: { readonly of: Instruction }) {
  const { instructions } = useTexts();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (step: Step) =>
      post(
        `/v1/simulators/payment-instructions/${id}/${step}`,
        step === 'fill' ? { useIndicativeRateForActualRate: true } : undefined,
      ),
    onSettled: () => queries.invalidateQueries(),
  });
  const steps = STEPS[status] ?? [];
  if (steps.length === 0) return null;
  return (
    <aside className="simulators" aria-label={instructions.simulate}>
      <p>
        <strong>{instructions.simulate}</strong>
        <span className="minor">{instructions.simulateDetail}</span>
      </p>
      <p className="actions">
        {steps.map((step, i) => (
          <Button
            key={step}
            className={i === 0 ? 'button primary' : 'button'}
            isDisabled={isPending}
            onPress={() => mutate(step)}
          >
            {instructions[step]}
          </Button>
        ))}
      </p>
      {error && <Failure error={error} />}
    </aside>
  );
}
