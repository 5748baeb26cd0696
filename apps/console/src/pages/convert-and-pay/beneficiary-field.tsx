import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';
import type { Beneficiary } from '../../api/records.js';
import { useTexts } from '../../texts/texts.js';
import { payableQuery } from './queries.js';
import { useConvertAndPayTexts } from './texts.js';

interface Props {
  readonly value: Beneficiary | null;
  readonly onChange: (beneficiary: Beneficiary | null) => void;
  readonly problem: string | undefined;
}

/** One of the beneficiaries, found by a part of its name. */
export function BeneficiaryField({ value, onChange, problem }: Props) {
  const { field } = useTexts();
  const texts = useConvertAndPayTexts();
  const [text, setText] = useState(value?.displayName ?? '');
  const found = useQuery(payableQuery(text === value?.displayName ? '' : text)).data?.data ?? [];
  const choose = (id: unknown) => {
    const chosen = found.find((one) => one.id === id) ?? null;
    setText(chosen?.displayName ?? text);
    onChange(chosen);
  };
  return (
    <ComboBox
      className="form-field"
      items={found}
      inputValue={text}
      onInputChange={setText}
      value={value?.id ?? null}
      onChange={choose}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
      menuTrigger="focus"
      allowsEmptyCollection
    >
      <Label>{field.beneficiary}</Label>
      <div className="with-unit">
        <Input placeholder={texts.findBeneficiary} />
        <Button className="quiet" aria-label={texts.findBeneficiary}>
          ▾
        </Button>
      </div>
      <FieldError className="field-problem">{problem}</FieldError>
      <Popover className="options">
        <ListBox renderEmptyState={() => <p className="minor none">{texts.noBeneficiary}</p>}>
          {(one: Beneficiary) => <Found of={one} />}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

function Found({ of: { id, displayName, bankAccount } }: { readonly of: Beneficiary }) {
  return (
    <ListBoxItem id={id} textValue={displayName} className="option">
      <span>{displayName}</span>
      <span className="minor">
        {bankAccount.ccyCode} · {bankAccount.iban ?? bankAccount.accountNumber}
      </span>
    </ListBoxItem>
  );
}
