import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Input, Label, Text, TextArea, TextField } from 'react-aria-components';
import { useTexts } from '../../texts/texts.js';
import { Page } from '../../ui/page.js';
import { Choice } from './endpoint-form.js';
import { type Pasted, type Verdict, exampleAt, verdictOn } from './signature.js';
import { Tabs } from './tabs.js';

const NOTHING: Pasted = { secret: '', headers: '', body: '' };

export function Playground() {
  const { webhooks } = useTexts();
  const [pasted, setPasted] = useState(NOTHING);
  const [isAnyAge, setAnyAge] = useState(false);
  const isPossible = 'subtle' in crypto;
  const isComplete = pasted.secret !== '' && pasted.headers !== '';
  const { data } = useQuery({
    queryKey: ['signature', pasted, isAnyAge],
    queryFn: () => verdictOn(pasted, isAnyAge, Date.now()),
    enabled: isPossible && isComplete,
    gcTime: 0, // a secret is kept nowhere
  });
  const fillIn = async () => setPasted(await exampleAt(Date.now()));
  return (
    <Page
      title={webhooks.playground}
      beside={
        <Button className="button" isDisabled={!isPossible} onPress={() => void fillIn()}>
          {webhooks.fillIn}
        </Button>
      }
    >
      <Tabs />
      <p className="minor">{webhooks.playgroundDetail}</p>
      <Fields of={pasted} onChange={setPasted} />
      <Choice name={webhooks.ignoreAge} isChosen={isAnyAge} onChange={setAnyAge} />
      <div role="status" className="verdict">
        {!isPossible && <p>{webhooks.noCrypto}</p>}
        {isPossible && !isComplete && <p className="minor">{webhooks.waiting}</p>}
        {isComplete && data && <Outcome of={data} />}
      </div>
    </Page>
  );
}

interface FieldsProps {
  readonly of: Pasted;
  readonly onChange: (pasted: Pasted) => void;
}

function Fields({ of, onChange }: FieldsProps) {
  const { webhooks } = useTexts();
  const field = (name: keyof Pasted) => ({
    value: of[name],
    onChange: (value: string) => onChange({ ...of, [name]: value }),
    spellCheck: 'false' as const,
    autoComplete: 'off',
  });
  return (
    <div className="form wide">
      <TextField {...field('secret')}>
        <Label>{webhooks.secret}</Label>
        <Input placeholder="whsec_…" />
      </TextField>
      <TextField {...field('headers')}>
        <Label>{webhooks.headers}</Label>
        <TextArea rows={4} />
        <Text slot="description" className="minor">
          {webhooks.headersDetail}
        </Text>
      </TextField>
      <TextField {...field('body')}>
        <Label>{webhooks.body}</Label>
        <TextArea rows={6} />
        <Text slot="description" className="minor">
          {webhooks.bodyDetail}
        </Text>
      </TextField>
    </div>
  );
}

function Outcome({ of }: { readonly of: Verdict }) {
  const { webhooks } = useTexts();
  if (of.isGenuine)
    return (
      <p>
        <span className="status good">{webhooks.genuine}</span>
      </p>
    );
  return (
    <>
      <p>
        <span className="status bad">{webhooks.notGenuine}</span>
      </p>
      <p lang="en">{of.reason}.</p>
      {of.expected && (
        <p className="minor">
          {webhooks.expected} <code>{of.expected}</code>
        </p>
      )}
    </>
  );
}
