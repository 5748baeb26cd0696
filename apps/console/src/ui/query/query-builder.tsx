import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy } from 'react';
import type { SearchFieldsResource } from '@corridor/contracts';
import { Problem } from '../../api/problem.js';
import { recordQuery } from '../../api/queries.js';
import { useTexts } from '../../texts/texts.js';
import { Loading } from '../notice.js';
import { Shown } from '../shown.js';
import type { SearchField } from './completions.js';

const QueryEditor = lazy(async () => ({ default: (await import('./query-editor.js')).QueryEditor }));

const NO_FIELDS: readonly SearchField[] = [];

/** The fields of a collection that can be searched; those of all collections are read once. */
export function useSearchFields(collection: string, isWanted: boolean) {
  return useQuery({
    ...recordQuery<readonly SearchFieldsResource[]>('/v1/reference-data/search-fields'),
    staleTime: 'static',
    enabled: isWanted,
    select: (all) => all.find((one) => one.collection === collection)?.fields ?? NO_FIELDS,
  });
}

interface Props {
  readonly label: string;
  readonly collection: string;
  readonly example: string;
  readonly query: string;
  /** Why the API has refused the query. */
  readonly error: Error | null;
  readonly onSearch: (query: string) => void;
}

/** The editor of queries. It is loaded when it is opened. */
export function QueryBuilder({ label, collection, example, query, error, onSearch }: Props) {
  const { query: texts } = useTexts();
  const fields = useSearchFields(collection, true);
  const [wrong] = error instanceof Problem ? error.fields.filter(({ pointer }) => pointer === '?q') : [];
  return (
    <div className="query-builder">
      <Shown query={fields}>
        {(known) => (
          <Suspense fallback={<Loading />}>
            <QueryEditor
              label={`${texts.label}: ${label}`}
              example={example}
              query={query}
              fields={known}
              position={wrong?.position ?? null}
              onSearch={onSearch}
            />
          </Suspense>
        )}
      </Shown>
      <p className="minor">
        {texts.hint} <a href="/docs/guide/search">{texts.syntax}</a>
      </p>
    </div>
  );
}
