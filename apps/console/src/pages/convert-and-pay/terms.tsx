import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import type { WalletSummary } from '../../api/records.js';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { Chosen, Picked, Typed } from '../../ui/fields.js';
import { amountText, currencyText } from '../../ui/format.js';
import { Amounts } from './amounts.js';
import { BeneficiaryField } from './beneficiary-field.js';
import { Fee } from './fee.js';
import {
  type Draft,
  type Missing,
  type Order,
  chargeTypeOf,
  orderOf,
  paymentTypeOf,
  paymentTypesOf,
  usualWallet,
} from './order.js';
import { PaymentDate } from './payment-date.js';
import { datesQuery } from './queries.js';
import { useConvertAndPayTexts } from './texts.js';

const MOST_NARRATIVE = 512;

interface Props {
  readonly wallets: readonly WalletSummary[];
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly onReview: (order: Order) => void;
}

/** What to pay, to whom, when and how. */
export function Terms({ wallets, draft, onChange, onReview }: Props) {
  const texts = useConvertAndPayTexts();
  const { field } = useTexts();
  const language = useLanguage();
  const [missing, setMissing] = useState<Missing | null>(null);
  const { sellCcyCode } = draft;
  const buyCcyCode = draft.beneficiary?.bankAccount.ccyCode;
  const isPair = buyCcyCode !== undefined && buyCcyCode !== sellCcyCode;
  const dates = useQuery({ ...datesQuery(sellCcyCode, buyCcyCode ?? ''), enabled: isPair });
  const change = (part: Partial<Draft>) => {
    setMissing(null);
    onChange({ ...draft, ...part });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const order = orderOf(draft, dates.data, language);
    if (typeof order === 'object') return onReview(order);
    setMissing(order);
  };
  const problem = (of: Missing) => (missing === of ? texts.missing[of] : undefined);
  return (
    <form className="terms" onSubmit={onSubmit}>
      <Parties
        wallets={wallets}
        draft={draft}
        onChange={change}
        walletProblem={problem('sameCurrency')}
        beneficiaryProblem={problem('beneficiary')}
      />
      <Amounts
        draft={draft}
        wallet={wallets.find(({ ccyCode }) => ccyCode === sellCcyCode)}
        onChange={change}
        problem={problem('amount')}
      />
      <How draft={draft} onChange={change} />
      {buyCcyCode && (
        <Fee ccyCode={buyCcyCode} paymentType={paymentTypeOf(draft)} chargeType={chargeTypeOf(draft)} />
      )}
      {isPair && (
        <PaymentDate
          query={dates}
          chosen={draft.paymentDate}
          onChange={(paymentDate) => change({ paymentDate })}
        />
      )}
      <Typed
        label={field.narrative}
        value={draft.narrative}
        onChange={(narrative) => change({ narrative })}
        maxLength={MOST_NARRATIVE}
        hint={texts.narrative}
        problem={problem('narrative')}
      />
      <Button type="submit" className="button primary">
        {texts.toReview}
      </Button>
    </form>
  );
}

interface PartiesProps {
  readonly wallets: readonly WalletSummary[];
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
  readonly walletProblem: string | undefined;
  readonly beneficiaryProblem: string | undefined;
}

/** From which wallet, and to whom. */
function Parties({ wallets, draft, onChange, walletProblem, beneficiaryProblem }: PartiesProps) {
  const texts = useConvertAndPayTexts();
  const language = useLanguage();
  const { sellCcyCode, beneficiary } = draft;
  const choose = (one: Draft['beneficiary']) =>
    onChange({
      beneficiary: one,
      ...(one?.bankAccount.ccyCode === sellCcyCode && { sellCcyCode: usualWallet(wallets, one) }),
    });
  return (
    <>
      <Chosen
        label={texts.from}
        value={sellCcyCode}
        onChange={(ccyCode) => onChange({ sellCcyCode: ccyCode })}
        options={wallets.map(({ ccyCode, balance }) => [
          ccyCode,
          `${currencyText(ccyCode, language)} · ${amountText(balance, language)}`,
        ])}
        problem={walletProblem}
      />
      <BeneficiaryField value={beneficiary} onChange={choose} problem={beneficiaryProblem} />
    </>
  );
}

interface HowProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** By which route, and who bears the charges of other banks. */
function How({ draft, onChange }: HowProps) {
  const texts = useConvertAndPayTexts();
  const { field, paymentType, chargeType } = useTexts();
  return (
    <>
      <Picked
        label={field.paymentType}
        value={paymentTypeOf(draft)}
        onChange={(chosen) => onChange({ paymentType: chosen })}
        options={paymentTypesOf(draft).map((type) => [type, paymentType[type], texts.paymentType[type]])}
      />
      {paymentTypeOf(draft) === 'PRIORITY' && (
        <Picked
          label={field.chargeType}
          value={draft.bearer}
          onChange={(bearer) => onChange({ bearer })}
          options={(['SHARED', 'OURS'] as const).map((type) => [
            type,
            chargeType[type],
            texts.chargeType[type],
          ])}
        />
      )}
    </>
  );
}
