import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { post } from '../../api/request.js';
import { useIdentity } from '../../shell/signed-in.js';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { Facts } from '../../ui/facts.js';
import { Typed } from '../../ui/fields.js';
import { amountText } from '../../ui/format.js';
import { Failure } from '../../ui/notice.js';
import { Question } from '../../ui/question.js';
import { Day, Moment, Money } from '../../ui/values.js';
import { useApprovalTexts } from './texts.js';
import type { Waiting } from './waiting.js';

export function WaitingRecord({ of }: { readonly of: Waiting }) {
  const { field } = useTexts();
  const texts = useApprovalTexts();
  const { clientUser, approval } = useIdentity();
  const path: string = `${of.path}/${of.id}`;
  return (
    <>
      <div className="item-head">
        <strong>
          <Money of={of.amount} />
        </strong>
        <Link to={path}>{texts[of.kind]}</Link>
      </div>
      <Facts
        of={[
          [field.beneficiary, of.beneficiary],
          [field.narrative, of.narrative],
          [field.paymentDate, <Day of={of.paymentDate} />],
          [texts.createdBy, of.maker?.name],
          [field.created, <Moment of={of.createdOn} />],
        ]}
      />
      {of.maker?.id === clientUser.id && <p className="minor">{texts.own}</p>}
      {of.maker?.id !== clientUser.id && approval.isChecker && <Decision of={of} />}
    </>
  );
}

type Decided = { readonly step: 'approve' } | { readonly step: 'reject'; readonly reason: string };

function Decision({ of }: { readonly of: Waiting }) {
  const texts = useApprovalTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ step, ...body }: Decided) =>
      post(`/v1${of.path}/${of.id}/${step}`, step === 'reject' ? body : undefined),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <>
      <p className="actions">
        <Question
          ask={
            <Button className="button primary" isDisabled={isPending}>
              {texts.approve}
            </Button>
          }
          title={texts.approveTitle(amountText(of.amount, language), of.beneficiary)}
          back={texts.back}
          confirm={texts.approve}
          onConfirm={() => mutate({ step: 'approve' })}
        >
          <p>{texts.approveDetail}</p>
        </Question>
        <Question
          ask={
            <Button className="button" isDisabled={isPending}>
              {texts.reject}
            </Button>
          }
          title={texts.rejectTitle}
          back={texts.back}
          confirm={texts.reject}
          isDanger
          isDisabled={reason.trim() === ''}
          onConfirm={() => mutate({ step: 'reject', reason: reason.trim() })}
        >
          <Typed
            label={texts.reason}
            hint={texts.reasonDetail}
            value={reason}
            maxLength={512}
            onChange={setReason}
          />
        </Question>
      </p>
      {error && <Failure error={error} />}
    </>
  );
}
