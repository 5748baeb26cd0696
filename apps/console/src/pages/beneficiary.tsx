import { Link, createRoute } from '@tanstack/react-router';
import type { Beneficiary } from '../api/records.js';
import { signedInRoute } from '../shell/signed-in.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { Copied } from '../ui/copied.js';
import { Facts } from '../ui/facts.js';
import { countryText } from '../ui/format.js';
import { RecordPage } from '../ui/record-page.js';
import { Moment } from '../ui/values.js';

export const beneficiaryRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/beneficiaries/$id',
  component: BeneficiaryPage,
});

function BeneficiaryPage() {
  const { id } = beneficiaryRoute.useParams();
  const { beneficiaries, nav } = useTexts();
  return (
    <RecordPage<Beneficiary>
      id={id}
      path="/v1/beneficiaries"
      title={({ displayName }) => displayName}
      list={<Link to="/beneficiaries">{beneficiaries.title}</Link>}
    >
      {(beneficiary) => (
        <>
          {beneficiary.status === 'ACTIVE' && (
            <p className="actions record-actions">
              <Link to="/convert-and-pay" search={{ to: id }} className="button primary">
                {nav.convertAndPay}
              </Link>
            </p>
          )}
          <About of={beneficiary} />
        </>
      )}
    </RecordPage>
  );
}

function About({ of: { id, bankAccount: account, address, auditHistory } }: { readonly of: Beneficiary }) {
  const { field, accountNumberType, routingCodeType, paymentType, beneficiaries } = useTexts();
  const language = useLanguage();
  const types: Readonly<Record<string, string>> = routingCodeType;
  const code = (text: string | null, label: string) => text && <Copied text={text} label={label} />;
  const routing = (type: string | null, text: string | null) =>
    [types[type ?? ''] ?? type ?? '', code(text, type ?? '')] as const;
  return (
    <Facts
      of={[
        [field.accountHolder, account.accountHolderName],
        [field.currency, account.ccyCode],
        [accountNumberType.IBAN, code(account.iban, accountNumberType.IBAN)],
        [accountNumberType.ACCOUNT_NUMBER, code(account.accountNumber, accountNumberType.ACCOUNT_NUMBER)],
        [routingCodeType.BIC_SWIFT, code(account.bicSwiftCode, routingCodeType.BIC_SWIFT)],
        routing(account.routingCodeType1, account.routingCode1),
        routing(account.routingCodeType2, account.routingCode2),
        [field.bank, account.bankName],
        [field.country, countryText(account.bankCountryCode, language)],
        [field.paymentType, account.supportedPaymentTypes.map((type) => paymentType[type]).join(', ')],
        [
          beneficiaries.address,
          [...address.lines, address.postalCode, address.city, countryText(address.countryCode, language)]
            .filter((part) => part !== null)
            .join(', '),
        ],
        [field.created, <Moment of={auditHistory.created.on} />],
        [field.id, <Copied text={id} label={field.id} />],
      ]}
    />
  );
}
