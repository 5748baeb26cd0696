import '../../ui/forms.css';
import { useQuery } from '@tanstack/react-query';
import { searchQuery } from '../../api/queries.js';
import type { Instruction, Payment } from '../../api/records.js';
import { useIdentity } from '../../shell/signed-in.js';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { amountText } from '../../ui/format.js';
import { Empty } from '../../ui/notice.js';
import { Page, Section } from '../../ui/page.js';
import { Shown } from '../../ui/shown.js';
import { useApprovalTexts } from './texts.js';
import { ofInstruction, ofPayment } from './waiting.js';
import { WaitingRecord } from './waiting-record.js';

/** @param status of a record that nothing has happened to since */
const awaiting = (status: string) => ({
  q: `AND(authorisation.status == "AWAITING_AUTHORISATION",status == "${status}")`,
  limit: 100,
});

/** What makers have created above their limits, until a checker decides (ADR 39). */
export function Approvals() {
  const { nav } = useTexts();
  return (
    <Page title={nav.approvals}>
      <Role />
      <Waiting />
    </Page>
  );
}

function Role() {
  const texts = useApprovalTexts();
  const language = useLanguage();
  const { isChecker, checkerLimit, makerLimit } = useIdentity().approval;
  return (
    <aside className="notice" aria-label={texts.role}>
      <strong>{texts.role}</strong>
      {!isChecker && <p>{texts.noChecker}</p>}
      {isChecker && (
        <p>{checkerLimit ? texts.checkerUpTo(amountText(checkerLimit, language)) : texts.checker}</p>
      )}
      {makerLimit && <p>{texts.maker(amountText(makerLimit, language))}</p>}
      <p className="minor">{texts.roleDetail}</p>
    </aside>
  );
}

function Waiting() {
  const texts = useApprovalTexts();
  const instructions = useQuery(searchQuery<Instruction>('/v1/payment-instructions', awaiting('PENDING')));
  const payments = useQuery(searchQuery<Payment>('/v1/payments', awaiting('DRAFT')));
  return (
    <Section title={texts.waiting}>
      <Shown query={instructions}>
        {(found) => (
          <Shown query={payments}>
            {({ data, meta }) => {
              const all = [...found.data.map(ofInstruction), ...data.map(ofPayment)];
              const count = found.meta.totalCount + meta.totalCount;
              if (count === 0) return <Empty title={texts.none} detail={texts.noneDetail} />;
              return (
                <>
                  <ul className="accounts">
                    {all.map((one) => (
                      <li key={one.id} className="item">
                        <WaitingRecord of={one} />
                      </li>
                    ))}
                  </ul>
                  {count > all.length && <p className="minor">{texts.more(all.length, count)}</p>}
                </>
              );
            }}
          </Shown>
        )}
      </Shown>
    </Section>
  );
}
