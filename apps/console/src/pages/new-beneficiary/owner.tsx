import { useLanguage, useTexts } from '../../texts/texts.js';
import { Chosen, Picked } from '../../ui/fields.js';
import { Section } from '../../ui/page.js';
import { useCountries } from './choices.js';
import { Entry } from './entry.js';
import type { FormProps } from './form.js';
import { useNewBeneficiaryTexts } from './texts.js';

const TYPE = '/beneficiaryType';
const COUNTRY = '/address/countryCode';

/** Who is paid, and where they are. */
export function Owner(form: FormProps) {
  const { entries, onChange, problemOf } = form;
  const texts = useNewBeneficiaryTexts();
  const { field } = useTexts();
  const countries = useCountries(useLanguage());
  const isCompany = entries[TYPE] === 'COMPANY';
  const choose = (type: 'COMPANY' | 'INDIVIDUAL') => {
    const others = Object.entries(entries).filter(([at]) => !/^\/(company|individual)\//.test(at));
    onChange({ ...Object.fromEntries(others), [TYPE]: type });
  };
  return (
    <Section title={texts.owner}>
      <div className="entries">
        <Picked
          label={texts.type}
          value={isCompany ? 'COMPANY' : 'INDIVIDUAL'}
          onChange={choose}
          options={[
            ['COMPANY', texts.company],
            ['INDIVIDUAL', texts.individual],
          ]}
        />
        {isCompany ? (
          <Entry {...form} at="/company/name" label={texts.companyName} />
        ) : (
          <>
            <Entry {...form} at="/individual/firstName" label={texts.firstName} />
            <Entry {...form} at="/individual/lastName" label={texts.lastName} />
          </>
        )}
        <Entry {...form} at="/address/lines/0" label={texts.address} />
        <Entry {...form} at="/address/city" label={texts.city} />
        <Entry {...form} at="/address/postalCode" label={texts.postalCode} />
        <Chosen
          label={field.country}
          value={entries[COUNTRY] ?? ''}
          onChange={(country) => onChange({ ...entries, [COUNTRY]: country })}
          options={countries}
          problem={problemOf(COUNTRY)}
        />
      </div>
    </Section>
  );
}
