import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { LoggedRequest } from '../../api/records.js';
import { useTexts } from '../../texts/texts.js';
import { Empty } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { RecordList } from '../../ui/record-list.js';
import type { Column } from '../../ui/record-table.js';
import { asCurl, readable } from './copies.js';
import { Second } from './second.js';
import { Response } from './response.js';
import { useRequestLogTexts } from './texts.js';

/** What was sent with the keys of the user, and what became of it. */
export function RequestLog() {
  const { nav } = useTexts();
  const texts = useRequestLogTexts();
  const columns = useMemo(
    (): readonly Column<LoggedRequest>[] => [
      {
        place: 'main',
        header: texts.request,
        cell: ({ id, method, path }) => (
          <Link to="/request-log/$id" params={{ id }}>
            <code>
              {method} {readable(path)}
            </code>
          </Link>
        ),
      },
      { place: 'amount', header: texts.latency, cell: ({ durationMs }) => `${durationMs} ms` },
      { place: 'minor', header: texts.on, cell: ({ on }) => <Second of={on} /> },
      { place: 'status', header: texts.response, cell: (request) => <Response of={request} /> },
    ],
    [texts],
  );
  const example = asCurl({ method: 'GET', path: '/v1/wallets', body: null }, window.location.origin);
  return (
    <Page title={nav.requestLog}>
      <p className="minor lead">{texts.detail}</p>
      <RecordList
        label={nav.requestLog}
        path="/v1/request-log"
        columns={columns}
        words={['path', 'requestId', 'problem']}
        example='status >= "400"'
        empty={<Empty title={texts.none} detail={texts.noneDetail} command={example} />}
      />
    </Page>
  );
}
