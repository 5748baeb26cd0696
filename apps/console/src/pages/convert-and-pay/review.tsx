import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'react-aria-components';
import { Problem, mayWorkLater } from '../../api/problem.js';
import type { Instruction, Quote } from '../../api/records.js';
import { postOne, randomKey } from '../../api/request.js';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { Facts } from '../../ui/facts.js';
import { longDayText, rateText } from '../../ui/format.js';
import { Failure } from '../../ui/notice.js';
import { Shown } from '../../ui/shown.js';
import { Money } from '../../ui/values.js';
import { useFeeText } from './fee.js';
import { type InstructionBody, type Order, instructionOf } from './order.js';
import { quoteQuery } from './queries.js';
import { useSecondsLeft } from './seconds-left.js';
import { useConvertAndPayTexts } from './texts.js';

interface Props {
  readonly order: Order;
  readonly onBack: () => void;
}

/** The order at a firm price, which is sent or given up. */
export function Review({ order, onBack }: Props) {
  const query = useQuery(quoteQuery(order));
  const { back } = useConvertAndPayTexts().review;
  return (
    <>
      <Shown query={query}>
        {(quote) => (
          <Offer
            order={order}
            quote={quote}
            receivedAt={query.dataUpdatedAt}
            onRenew={() => void query.refetch()}
            onBack={onBack}
          />
        )}
      </Shown>
      {query.data === undefined && (
        <p className="actions">
          <Button className="button" onPress={onBack}>
            {back}
          </Button>
        </p>
      )}
    </>
  );
}

interface OfferProps extends Props {
  readonly quote: Quote;
  readonly receivedAt: number;
  readonly onRenew: () => void;
}

function Offer({ order, quote, receivedAt, onRenew, onBack }: OfferProps) {
  const { review } = useConvertAndPayTexts();
  const secondsLeft = useSecondsLeft(quote, receivedAt);
  const sending = useSending();
  const { isPending, error, isUnsure, isSuccess } = sending;
  const isOver = secondsLeft === 0;
  return (
    <>
      <Price of={order} quote={quote} />
      <div className="offer">
        {!isUnsure && !isPending && <Countdown secondsLeft={secondsLeft} />}
        {error && <Failure error={error} />}
        {isUnsure && <p role="status">{review.unsure}</p>}
        <p className="actions">
          {isOver && !isUnsure && !isPending ? (
            <Button
              className="button primary"
              onPress={() => {
                sending.forget();
                onRenew();
              }}
            >
              {review.renew}
            </Button>
          ) : (
            <Button
              className="button primary"
              isDisabled={isPending || isSuccess}
              onPress={() => (isUnsure ? sending.again() : sending.send(instructionOf(order, quote)))}
            >
              {isPending ? review.busy : isUnsure ? review.again : review.send}
            </Button>
          )}
          {!isUnsure && (
            <Button className="button" isDisabled={isPending} onPress={onBack}>
              {review.back}
            </Button>
          )}
        </p>
      </div>
    </>
  );
}

function Countdown({ secondsLeft }: { readonly secondsLeft: number }) {
  const { review } = useConvertAndPayTexts();
  if (secondsLeft === 0) return <p role="status">{review.expired}</p>;
  return (
    <p role="timer">
      <progress value={secondsLeft} max={60} aria-label={review.validity} />
      {review.expiresIn(secondsLeft)}
    </p>
  );
}

function Price({ of, quote }: { readonly of: Order; readonly quote: Quote }) {
  const texts = useTexts();
  const { youSend, theyReceive } = useConvertAndPayTexts();
  const { field, instructions } = texts;
  const language = useLanguage();
  const { buyCcyCode: ccyCode, paymentType, chargeType, fixedSide, beneficiary } = of;
  const fee = useFeeText({ ccyCode, paymentType, chargeType });
  const fixed = <span className="minor"> {instructions.fixed}</span>;
  const [base, quoted] = [quote.ccyPair.slice(0, 3), quote.ccyPair.slice(3)];
  const account = beneficiary.bankAccount.iban ?? beneficiary.bankAccount.accountNumber;
  return (
    <Facts
      of={[
        [
          youSend,
          <>
            {<Money of={quote.sellAmount} />} {fixedSide === 'SELL' && fixed}
          </>,
        ],
        [
          theyReceive,
          <>
            {<Money of={quote.buyAmount} />} {fixedSide === 'BUY' && fixed}
          </>,
        ],
        [field.rate, `1 ${base} = ${rateText(quote.rate, language)} ${quoted}`],
        [field.fee, fee],
        [field.beneficiary, beneficiary.displayName],
        [field.account, <code>{account}</code>],
        [field.paymentDate, longDayText(of.paymentDate, language)],
        [field.paymentType, texts.paymentType[paymentType]],
        [field.chargeType, chargeType && texts.chargeType[chargeType]],
        [field.narrative, of.narrative],
      ]}
    />
  );
}

interface Attempt {
  readonly body: InstructionBody;
  readonly key: string;
}

/** Whether the instruction was created cannot be told from the error: the response was lost, or is still to come. */
const leavesUnsure = (error: Error): boolean =>
  mayWorkLater(error) || (error instanceof Problem && error.code === 'idempotency_in_flight');

const MOST_RETRIES = 2;

/** One key is kept until it is certain what became of the request: it pays once, however often it is sent. */
function useSending() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, variables, error, isPending, isSuccess, reset } = useMutation({
    mutationFn: ({ body, key }: Attempt) => postOne<Instruction>('/v1/payment-instructions', body, key),
    retry: (count, failure) => count < MOST_RETRIES && leavesUnsure(failure),
    networkMode: 'always',
    onSuccess: async ({ id }) => {
      await navigate({ to: '/payment-instructions/$id', params: { id } });
      await queries.invalidateQueries();
    },
  });
  return {
    ...{ error, isPending, isSuccess, forget: reset },
    isUnsure: error !== null && leavesUnsure(error),
    send: (body: InstructionBody) => mutate({ body, key: randomKey() }),
    again: () => variables && mutate(variables),
  };
}
