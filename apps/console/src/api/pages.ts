import { type Found, get } from './request.js';

type Page<Row> = Found<Row> & { readonly meta: { readonly nextCursor: string | null } };

/**
 * All pages of a search, one after the other. They are read by cursor, so that no record is missing or comes twice.
 * @param path such as `/v1/payments`
 * @param parameters beside the cursor
 * @param patiently how a page is read: as it is, unless given
 * @throws Problem
 */
export async function* pagesOf<Row>(
  path: string,
  parameters: Readonly<Record<string, string>>,
  patiently: (read: () => Promise<Page<Row>>) => Promise<Page<Row>> = (read) => read(),
): AsyncGenerator<readonly Row[], void> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const asked = new URLSearchParams({ ...parameters, ...(cursor && { cursor }) });
    const { data, meta } = await patiently(() => get<Page<Row>>(`${path}?${asked.toString()}`));
    yield data;
    cursor = meta.nextCursor;
  }
}
