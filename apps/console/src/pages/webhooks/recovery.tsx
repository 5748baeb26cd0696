import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useTexts } from '../../texts/texts.js';
import { Failure } from '../../ui/notice.js';
import { Section } from '../../ui/page.js';
import { resendGivenUp } from './given-up.js';

const DAY_MS = 86_400_000;

/** Resends what was given up during an outage. @param path of the list of notifications of an endpoint */
export function Recovery({ path }: { readonly path: string }) {
  const { webhooks } = useTexts();
  const queries = useQueryClient();
  const [resent, setResent] = useState(0);
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: (since: string) => resendGivenUp(path, since, setResent),
    onSettled: () => queries.invalidateQueries(),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setResent(0);
    const { since } = Object.fromEntries(new FormData(event.currentTarget)) as { since: string };
    mutate(since);
  };
  const dayAgo = new Date(Date.now() - DAY_MS).toISOString().slice(0, 16);
  return (
    <Section title={webhooks.recover}>
      <form className="form recovery" onSubmit={onSubmit}>
        <p className="minor">{webhooks.recoverDetail}</p>
        <TextField name="since" type="datetime-local" defaultValue={dayAgo} isRequired>
          <Label>{webhooks.since}</Label>
          <Input />
        </TextField>
        <p className="actions">
          <Button type="submit" className="button" isDisabled={isPending}>
            {webhooks.recoverStart}
          </Button>
          <span role="status">
            {isPending && webhooks.recovering(resent)}
            {data !== undefined && webhooks.recovered(data)}
          </span>
        </p>
        {error && <Failure error={error} />}
      </form>
    </Section>
  );
}
