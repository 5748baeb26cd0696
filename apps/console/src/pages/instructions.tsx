import { Link, createRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Instruction } from '../api/records.js';
import { signedInRoute } from '../shell/signed-in.js';
import { useTexts } from '../texts/texts.js';
import { commands } from '../ui/commands.js';
import { Empty } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { RecordList, listSearch } from '../ui/record-list.js';
import type { Column } from '../ui/record-table.js';
import { Day, Money, Status } from '../ui/values.js';

export const instructionsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/payment-instructions',
  validateSearch: listSearch,
  component: Instructions,
});

function Instructions() {
  const { instructions } = useTexts();
  return (
    <Page title={instructions.title}>
      <RecordList
        label={instructions.title}
        path="/v1/payment-instructions"
        columns={useInstructionColumns()}
        words={['beneficiary.displayName', 'narrative']}
        example='status == "PENDING"'
        empty={<NoInstructions />}
      />
    </Page>
  );
}

export function NoInstructions() {
  const { none, noneDetail } = useTexts().instructions;
  return <Empty title={none} detail={noneDetail} command={commands.instruction} />;
}

export function useInstructionColumns(): readonly Column<Instruction>[] {
  const { field } = useTexts();
  return useMemo(
    () => [
      {
        place: 'main',
        header: field.beneficiary,
        cell: ({ id, beneficiary }) => (
          <Link to="/payment-instructions/$id" params={{ id }}>
            {beneficiary.displayName}
          </Link>
        ),
      },
      { place: 'amount', header: field.amount, cell: (one) => <Money of={fixedAmount(one)} /> },
      { place: 'minor', header: field.narrative, cell: ({ narrative }) => narrative },
      { place: 'status', header: field.status, cell: ({ status }) => <Status of={status} /> },
      { place: 'extra', header: field.paymentDate, cell: ({ paymentDate }) => <Day of={paymentDate} /> },
    ],
    [field],
  );
}

export const fixedAmount = ({ fixedSide, amount, buyCcyCode, sellCcyCode }: Instruction) => ({
  ccyCode: fixedSide === 'BUY' ? buyCcyCode : sellCcyCode,
  value: amount,
});
