import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { recordPath, recordQuery } from '../api/queries.js';
import { useTexts } from '../texts/texts.js';
import { Page } from './page.js';
import { Shown } from './shown.js';
import { Timeline } from './timeline.js';
import { Status } from './values.js';

interface Props<One> {
  readonly id: string;
  /** Of the collection in the API. */
  readonly path: string;
  readonly title: (record: One) => string;
  /** The link to the list. */
  readonly list: ReactNode;
  readonly children: (record: One) => ReactNode;
}

/** The page of one record: its status, what its own page shows of it, and its timeline. */
export function RecordPage<One extends { readonly status: string }>({
  id,
  path,
  title,
  list,
  children,
}: Props<One>) {
  const { timeline } = useTexts();
  const query = useQuery(recordQuery<One>(recordPath(path, id)));
  return (
    <Shown query={query}>
      {(record) => (
        <Page title={title(record)} above={list} beside={<Status of={record.status} />}>
          {children(record)}
          <Timeline
            id={id}
            beside={
              'auditHistory' in record && (
                <Link to="/versions/$id" params={{ id }}>
                  {timeline.versions}
                </Link>
              )
            }
          />
        </Page>
      )}
    </Shown>
  );
}
