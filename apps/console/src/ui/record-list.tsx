import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { PAGE_SIZE, type Search, searchQuery } from '../api/queries.js';
import type { Found } from '../api/request.js';
import { queryOf } from '../api/search-query.js';
import { useTexts } from '../texts/texts.js';
import { Empty } from './notice.js';
import { ListTools } from './query/list-tools.js';
import { QueryBuilder } from './query/query-builder.js';
import { type Column, RecordTable } from './record-table.js';
import { Shown } from './shown.js';

const REFETCH_MS = 3_000;

/** What the address of a list says about it. */
export const listSearch = (search: Record<string, unknown>): Search => ({
  ...(typeof search['q'] === 'string' && search['q'] !== '' && { q: search['q'] }),
  ...(Number(search['page']) > 1 && { page: Math.floor(Number(search['page'])) }),
});

interface Props<Row> {
  readonly label: string;
  /** Of the collection, such as `/v1/payments`. */
  readonly path: string;
  /** Its name in the search fields; the end of the path unless given. */
  readonly collection?: string;
  readonly columns: readonly Column<Row>[];
  /** Fields that plain words are looked for in. */
  readonly words: readonly string[];
  readonly example: string;
  /** What changes without an event: while such records are shown, they are read again. */
  readonly isOpen?: (row: Row) => boolean;
  /** While the collection has no records at all. */
  readonly empty: ReactNode;
}

/** A collection of the API: searched by words or by a query, a page at a time. Search and page are in the address. */
export function RecordList<Row extends object>(props: Props<Row>) {
  const {
    label,
    path,
    collection = path.split('/').at(-1) ?? '',
    columns,
    words,
    example,
    empty,
    isOpen,
  } = props;
  const { q = '', page = 1 } = useSearch({ strict: false }) as Search;
  const [isBuilding, setBuilding] = useState(false);
  const navigate = useNavigate();
  const show = (search: Search) => void navigate({ to: '.', search: listSearch({ ...search }) });
  const onSearch = (next: string) => show({ q: next.trim() });
  const asked = queryOf(q, words);
  const query = useQuery({
    ...searchQuery<Row>(path, { q: asked, page }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => isOpen !== undefined && state.data?.data.some(isOpen) && REFETCH_MS,
  });
  const { error } = query;
  return (
    <>
      {isBuilding ? (
        <QueryBuilder {...{ label, collection, example, error, onSearch }} query={asked} />
      ) : (
        <Searching key={q} typed={q} label={label} example={example} onSearch={onSearch} />
      )}
      <ListTools
        {...{ path, collection, isBuilding }}
        typed={q}
        query={asked}
        onBuild={setBuilding}
        onShow={onSearch}
      />
      <Shown query={query}>
        {({ data, meta }) =>
          data.length > 0 ? (
            <>
              <RecordTable label={label} columns={columns} rows={data} />
              <Paging meta={meta} count={data.length} onShow={(next) => show({ q, page: next })} />
            </>
          ) : (
            (q && <Nothing onClear={() => show({})} />) || empty
          )
        }
      </Shown>
    </>
  );
}

interface SearchingProps {
  readonly typed: string;
  readonly label: string;
  readonly example: string;
  readonly onSearch: (typed: string) => void;
}

function Searching({ typed, label, example, onSearch }: SearchingProps) {
  const { list } = useTexts();
  const [text, setText] = useState(typed);
  return (
    <search className="searching">
      <SearchField
        aria-label={`${list.search}: ${label}`}
        value={text}
        onChange={setText}
        onSubmit={onSearch}
        onClear={() => typed && onSearch('')}
      >
        <Input placeholder={list.search} />
      </SearchField>
      <p className="minor">
        {list.hint} <code>{example}</code> · <a href="/docs/guide/search">{list.syntax}</a>
      </p>
    </search>
  );
}

function Nothing({ onClear }: { readonly onClear: () => void }) {
  const { list } = useTexts();
  return (
    <Empty title={list.nothing} detail={list.nothingDetail}>
      <Button className="button" onPress={onClear}>
        {list.clear}
      </Button>
    </Empty>
  );
}

interface PagingProps {
  readonly meta: Found<unknown>['meta'];
  readonly count: number;
  readonly onShow: (page: number) => void;
}

function Paging({ meta: { offset, totalCount }, count, onShow }: PagingProps) {
  const { list } = useTexts();
  const page = Math.floor(offset / PAGE_SIZE) + 1;
  return (
    <div className="paging">
      <span className="minor">{list.range(offset + 1, offset + count, totalCount)}</span>
      {totalCount > PAGE_SIZE && (
        <>
          <Button className="button" isDisabled={page === 1} onPress={() => onShow(page - 1)}>
            {list.previous}
          </Button>
          <Button
            className="button"
            isDisabled={offset + count >= totalCount}
            onPress={() => onShow(page + 1)}
          >
            {list.next}
          </Button>
        </>
      )}
    </div>
  );
}
