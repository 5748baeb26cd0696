import type { BeneficiaryFields } from '../../api/records.js';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { Chosen, Picked } from '../../ui/fields.js';
import { Section } from '../../ui/page.js';
import { Shown } from '../../ui/shown.js';
import {
  ACCOUNT,
  COUNTRY,
  CURRENCY,
  type EnteredField,
  HOLDER,
  enteredOf,
  isNumber,
  type useAccountFields,
} from './account-fields.js';
import { useCountries, useCurrencies } from './choices.js';
import { Entry } from './entry.js';
import type { FormProps } from './form.js';
import { useNewBeneficiaryTexts } from './texts.js';

interface Props extends FormProps {
  readonly account: ReturnType<typeof useAccountFields>;
}

/** Only the fields that the country and the currency need. */
export function BankAccount({ account, ...form }: Props) {
  const { entries, onChange, problemOf } = form;
  const texts = useNewBeneficiaryTexts();
  const { field } = useTexts();
  const language = useLanguage();
  const labelOf = useLabels();
  const choose = (at: string, value: string) => {
    account.choose(0);
    onChange({ ...withoutNumbers(entries), [at]: value });
  };
  return (
    <Section title={texts.bankAccount}>
      <div className="entries">
        <Chosen
          label={texts.bankCountry}
          value={entries[COUNTRY] ?? ''}
          onChange={(value) => choose(COUNTRY, value)}
          options={useCountries(language)}
          problem={problemOf(COUNTRY)}
        />
        <Chosen
          label={field.currency}
          value={entries[CURRENCY] ?? ''}
          onChange={(value) => choose(CURRENCY, value)}
          options={useCurrencies(language)}
          problem={problemOf(CURRENCY)}
        />
        <Shown query={account.query}>
          {(alternatives) => (
            <Alternatives
              of={alternatives}
              chosen={account.chosen}
              onChoose={(next) => {
                account.choose(next);
                onChange(withoutNumbers(entries));
              }}
            />
          )}
        </Shown>
        {account.fields.map((one) => (
          <Entry
            {...form}
            key={one.name}
            at={`${ACCOUNT}/${one.name}`}
            label={labelOf(one)}
            hint={texts.format(one.format, one.example)}
          />
        ))}
        <Entry {...form} at={HOLDER} label={field.accountHolder} hint={texts.holder} />
      </div>
    </Section>
  );
}

interface AlternativesProps {
  readonly of: readonly BeneficiaryFields[];
  readonly chosen: number;
  readonly onChoose: (chosen: number) => void;
}

/** Each of them is sufficient. */
function Alternatives({ of, chosen, onChoose }: AlternativesProps) {
  const texts = useNewBeneficiaryTexts();
  const { paymentType } = useTexts();
  const labelOf = useLabels();
  if (of.length === 0) return <p className="field-problem">{texts.unreachable}</p>;
  if (of.length === 1) return null;
  return (
    <Picked
      label={texts.by}
      value={String(chosen)}
      onChange={(value) => onChoose(Number(value))}
      options={of.map((one, i) => [
        String(i),
        enteredOf(one.fields).map(labelOf).join(' + '),
        paymentType[one.paymentType],
      ])}
    />
  );
}

function useLabels(): (field: EnteredField) => string {
  const { accountNumberType, routingCodeType } = useTexts();
  const { routingCode } = useNewBeneficiaryTexts();
  const labels: Readonly<Record<string, string>> = {
    ...routingCodeType,
    ...routingCode,
    iban: accountNumberType.IBAN,
    accountNumber: accountNumberType.ACCOUNT_NUMBER,
    bicSwiftCode: routingCodeType.BIC_SWIFT,
  };
  return ({ name, type = name }) => labels[type] ?? type;
}

/** The numbers of the account that was chosen before are of no use for another. */
const withoutNumbers = (entries: FormProps['entries']): FormProps['entries'] =>
  Object.fromEntries(Object.entries(entries).filter(([at]) => !isNumber(at)));
