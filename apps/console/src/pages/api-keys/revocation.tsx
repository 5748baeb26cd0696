import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import type { ApiKey } from '../../api/records.js';
import { post } from '../../api/request.js';
import { Failure } from '../../ui/notice.js';
import { Question } from '../../ui/question.js';
import { useApiKeyTexts } from './texts.js';

interface Props {
  readonly of: ApiKey;
  /** What the button says. */
  readonly name: string;
}

/** The button that ends a key, which asks before. */
export function Revocation({ of: { id, label }, name }: Props) {
  const texts = useApiKeyTexts();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => post(`/v1/api-keys/${id}/revoke`),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <>
      <Question
        ask={
          <Button className="button" isDisabled={isPending}>
            {name}
          </Button>
        }
        title={texts.revokeTitle(label)}
        back={texts.keep}
        confirm={texts.revokeConfirm}
        isDanger
        onConfirm={() => mutate()}
      >
        <p>{texts.revokeDetail}</p>
      </Question>
      {error && <Failure error={error} />}
    </>
  );
}
