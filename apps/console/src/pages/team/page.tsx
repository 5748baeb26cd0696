import { useMemo } from 'react';
import type { User } from '../../api/records.js';
import { useIdentity } from '../../shell/signed-in.js';
import { useLanguage, useTexts } from '../../texts/texts.js';
import { amountText } from '../../ui/format.js';
import { Empty } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { RecordList } from '../../ui/record-list.js';
import type { Column } from '../../ui/record-table.js';
import { Moment, Status } from '../../ui/values.js';
import { useTeamTexts } from './texts.js';

/** The users of the client. */
export function Team() {
  const { field, nav } = useTexts();
  const texts = useTeamTexts();
  const { client } = useIdentity();
  const columns = useMemo(
    (): readonly Column<User>[] => [
      { place: 'main', header: texts.name, cell: (user) => <Name of={user} /> },
      { place: 'status', header: field.status, cell: ({ status }) => <Status of={status} /> },
      { place: 'minor', header: texts.role, cell: (user) => <Role of={user} /> },
      {
        place: 'extra',
        header: texts.lastLogin,
        cell: ({ dateOfLastLogin }) =>
          dateOfLastLogin === null ? texts.never : <Moment of={dateOfLastLogin} />,
      },
    ],
    [field, texts],
  );
  return (
    <Page title={nav.team}>
      <p className="minor lead">{texts.detail(client.name)}</p>
      <RecordList
        label={nav.team}
        path="/v1/users"
        columns={columns}
        words={['firstName', 'lastName', 'email']}
        example='status == "Active"'
        empty={<Empty title={texts.none} detail={texts.noneDetail} />}
      />
    </Page>
  );
}

function Name({ of: { id, firstName, lastName, email } }: { readonly of: User }) {
  const { you } = useTeamTexts();
  const { user } = useIdentity();
  return (
    <>
      {firstName} {lastName} {user.id === id && <span className="minor">({you})</span>}
      <div className="minor">{email}</div>
    </>
  );
}

function Role({ of: { approval, permissions } }: { readonly of: User }) {
  const texts = useTeamTexts();
  const language = useLanguage();
  const { isChecker, checkerLimit, makerLimit } = approval;
  return (
    <>
      {makerLimit && <div>{texts.maker(amountText(makerLimit, language))}</div>}
      {isChecker && (
        <div>{checkerLimit ? texts.checkerUpTo(amountText(checkerLimit, language)) : texts.checker}</div>
      )}
      <details>
        <summary>
          {texts.permissions}: {permissions.length}
        </summary>
        <code>{permissions.join(', ')}</code>
      </details>
    </>
  );
}
