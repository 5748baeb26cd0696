/** What was entered, by where it stands in the body of the request: `/bankAccount/iban`, `/address/lines/0`. */
export type Entries = Readonly<Record<string, string>>;

type Tree = { [name: string]: Tree | string };

/** The body of the request; what is empty is left out, and lists have their texts one after the other. */
export function bodyOf(entries: Entries): object {
  const body: Tree = {};
  for (const [pointer, text] of Object.entries(entries)) {
    if (text.trim() === '') continue;
    const [last = '', ...parents] = pointer.slice(1).split('/').toReversed();
    let at = body;
    for (const name of parents.toReversed()) at = (at[name] ??= {}) as Tree;
    at[last] = text.trim();
  }
  const { lines = {} } = (body['address'] ?? {}) as Tree;
  return { ...body, address: { ...(body['address'] as Tree | undefined), lines: Object.values(lines) } };
}
