import type { Permission } from '@corridor/sdk';
import { type FormEvent, useState } from 'react';
import { Button, Input, Label, Text, TextArea, TextField } from 'react-aria-components';
import type { ApiKey } from '../../api/records.js';
import { useIdentity } from '../../shell/signed-in.js';
import { Picked } from '../../ui/fields.js';
import { Failure } from '../../ui/notice.js';
import { offeredOf, readingOf } from './permissions.js';
import { useApiKeyTexts } from './texts.js';

/** What a key is created with: null is all permissions of the user, and no end. */
export interface KeyDetails {
  readonly label: string;
  readonly permissions: readonly string[] | null;
  readonly expiresOn: string | null;
  readonly allowedAddresses: readonly string[] | null;
}

type Scope = 'all' | 'read' | 'some';

interface Props {
  /** The key that is replaced. */
  readonly of: ApiKey | undefined;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (details: KeyDetails) => void;
}

export function KeyForm({ of, isBusy, error, onSubmit }: Props) {
  const texts = useApiKeyTexts();
  const offered = offeredOf(useIdentity().permissions);
  const reading = readingOf(offered);
  const scopes: readonly Scope[] = reading.length > 0 ? ['all', 'read', 'some'] : ['all', 'some'];
  const [scope, setScope] = useState<Scope>(of || reading.length === 0 ? 'some' : 'read');
  const [all, setChosen] = useState<ReadonlySet<string>>(new Set(of?.permissions ?? reading));
  const chosen = offered.filter((one) => all.has(one));
  const isNone = scope === 'some' && chosen.length === 0;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<
      'label' | 'until' | 'addresses',
      string
    >;
    const addresses = given.addresses.split(/\s+/).filter(Boolean);
    onSubmit({
      label: given.label.trim(),
      permissions: { all: null, read: reading, some: chosen }[scope],
      expiresOn: given.until || null,
      allowedAddresses: addresses.length > 0 ? addresses : null,
    });
  };
  return (
    <form className="form" onSubmit={send}>
      {of && <p className="minor">{texts.replaceDetail(of.label)}</p>}
      {error && <Failure error={error} />}
      <TextField name="label" defaultValue={of?.label ?? ''} isRequired autoFocus maxLength={100}>
        <Label>{texts.label}</Label>
        <Input />
        <Text slot="description" className="minor">
          {texts.labelDetail}
        </Text>
      </TextField>
      <Picked<Scope>
        label={texts.scope}
        value={scope}
        options={scopes.map((one) => [one, ...(texts.scopes[one] as [string, string])] as const)}
        onChange={setScope}
      />
      {scope === 'some' && <Permissions offered={offered} of={new Set(chosen)} onChange={setChosen} />}
      {isNone && (
        <p className="field-problem" role="alert">
          {texts.choose}
        </p>
      )}
      <Restrictions of={of} />
      <p className="actions">
        <Button type="submit" className="button primary" isDisabled={isBusy || isNone}>
          {texts.create}
        </Button>
      </p>
    </form>
  );
}

/** Until when, and from where, it works. */
function Restrictions({ of }: Pick<Props, 'of'>) {
  const texts = useApiKeyTexts();
  return (
    <>
      <TextField name="until" type="datetime-local" defaultValue={of?.expiresOn?.slice(0, 16) ?? ''}>
        <Label>{texts.until}</Label>
        <Input />
        <Text slot="description" className="minor">
          {texts.untilDetail}
        </Text>
      </TextField>
      <TextField name="addresses" defaultValue={of?.allowedAddresses.join('\n') ?? ''}>
        <Label>{texts.addresses}</Label>
        <TextArea rows={2} spellCheck="false" />
        <Text slot="description" className="minor">
          {texts.addressesDetail}
        </Text>
      </TextField>
    </>
  );
}

interface PermissionsProps {
  readonly offered: readonly Permission[];
  readonly of: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

function Permissions({ offered, of, onChange }: PermissionsProps) {
  const { permissions } = useApiKeyTexts();
  const toggle = (one: Permission, isChosen: boolean) => {
    const next = new Set(of);
    if (isChosen) next.add(one);
    else next.delete(one);
    onChange(next);
  };
  return (
    <fieldset className="choice-list">
      <legend>{permissions}</legend>
      {offered.map((one) => (
        <label key={one} className="check">
          <input
            type="checkbox"
            checked={of.has(one)}
            onChange={(event) => toggle(one, event.currentTarget.checked)}
          />
          <code>{one}</code>
        </label>
      ))}
    </fieldset>
  );
}
