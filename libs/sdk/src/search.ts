import type { SearchMeta } from './generated/schemas.js';

export interface Page<T> {
  data: T[];
  meta: SearchMeta;
}

/** How a search asks for a page: the first one without a cursor. */
export interface PageRequest {
  readonly cursor?: string;
  /** The number of records, unless the search says how many. */
  readonly limit?: number;
}

/** Pages that nobody looks at are larger: fewer requests. */
const LIMIT_OF_ALL = 100;

/** The records of a search: `for await` reads all of them, page by page; `await` reads the first page. */
export class Search<T> implements AsyncIterable<T>, PromiseLike<Page<T>> {
  constructor(private readonly page: (request: PageRequest) => Promise<Page<T>>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** All pages. */
  async *pages(): AsyncGenerator<Page<T>, void> {
    let cursor: string | undefined;
    do {
      const page = await this.page({ limit: LIMIT_OF_ALL, ...(cursor !== undefined && { cursor }) });
      yield page;
      cursor = page.meta.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  then<A = Page<T>, B = never>(
    onPage?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.page({}).then(onPage, onError);
  }
}
