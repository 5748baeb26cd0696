import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { WalletSummary } from '../../api/records.js';
import { useLanguage } from '../../texts/texts.js';
import { Chosen } from '../../ui/fields.js';
import { currencyText } from '../../ui/format.js';
import { PRESETS, type Period, periodOf } from './period.js';
import { useStatementTexts } from './texts.js';

/** Which statement: of which wallet, in which period. */
export interface Asked extends Period {
  readonly ccy: string;
}

interface Props {
  readonly of: Asked;
  readonly wallets: readonly WalletSummary[];
  readonly today: string;
}

export function Choice({ of, wallets, today }: Props) {
  const texts = useStatementTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const [from, setFrom] = useState(of.from);
  const [to, setTo] = useState(of.to);
  const show = (next: Partial<Asked>) =>
    void navigate({ to: '/statements', search: { ccy: of.ccy, from, to, ...next } });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    show({});
  };
  return (
    <>
      <form className="statement-choice" onSubmit={onSubmit}>
        <Chosen
          label={texts.wallet}
          value={of.ccy}
          options={wallets.map(
            ({ ccyCode }) => [ccyCode, `${ccyCode} – ${currencyText(ccyCode, language)}`] as const,
          )}
          onChange={(ccy) => show({ ccy })}
        />
        <DayField label={texts.from} value={from} onChange={setFrom} />
        <DayField label={texts.to} value={to} onChange={setTo} />
        <Button type="submit" className="button primary">
          {texts.show}
        </Button>
      </form>
      <p className="actions" role="group" aria-label={texts.periods}>
        {PRESETS.map((preset) => (
          <Button key={preset} className="quiet" onPress={() => show(periodOf(preset, today))}>
            {texts.period[preset]}
          </Button>
        ))}
        <span className="minor">{texts.utc}</span>
      </p>
    </>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

function DayField({ label, ...props }: DayProps) {
  return (
    <TextField className="form-field" type="date" isRequired {...props}>
      <Label>{label}</Label>
      <Input />
    </TextField>
  );
}
