import './new-beneficiary.css';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { useTexts } from '../../texts/texts.js';
import { Failure } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { ACCOUNT, isNumber, useAccountFields } from './account-fields.js';
import { BankAccount } from './bank-account.js';
import type { Entries } from './entries.js';
import { Owner } from './owner.js';
import { useSubmission } from './submission.js';
import { useNewBeneficiaryTexts } from './texts.js';

const FIRST: Entries = {
  '/beneficiaryType': 'COMPANY',
  '/address/countryCode': 'GB',
  '/bankAccount/bankCountryCode': 'GB',
  '/bankAccount/ccyCode': 'GBP',
};

export function NewBeneficiary() {
  const { beneficiaries, paymentType } = useTexts();
  const texts = useNewBeneficiaryTexts();
  const [entries, setEntries] = useState(FIRST);
  const account = useAccountFields(entries);
  const isShown = (pointer: string) =>
    !isNumber(pointer) || account.fields.some(({ name }) => pointer === `${ACCOUNT}/${name}`);
  const { check, add, isPending, isAdding, types, problemOf, unplaced } = useSubmission(
    { ...entries, ...account.fixed },
    isShown,
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add();
  };
  const form = { entries, onChange: setEntries, problemOf };
  return (
    <Page title={texts.title} above={<Link to="/beneficiaries">{beneficiaries.title}</Link>}>
      <form className="new-beneficiary" onSubmit={onSubmit}>
        <Owner {...form} />
        <BankAccount {...form} account={account} />
        {unplaced && <Failure error={unplaced} />}
        {types && (
          <p className="where" role="status">
            {texts.valid(types.map((type) => paymentType[type]).join(', '))}
          </p>
        )}
        <p className="actions">
          <Button type="submit" className="button primary" isDisabled={isPending}>
            {isAdding ? texts.busy : texts.add}
          </Button>
          <Button className="button" isDisabled={isPending} onPress={check}>
            {texts.check}
          </Button>
        </p>
      </form>
    </Page>
  );
}
