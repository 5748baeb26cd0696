import type { AnyRegistration } from '../registration.js';

/** The read models of one aggregate: they are rebuilt together. */
export interface ReadModelUnit {
  readonly kind: string;
  /** Trusted, from code. */
  readonly tables: readonly string[];
  readonly registration: AnyRegistration;
}

/** What can be rebuilt from the log. */
export const unitsOf = (registrations: Iterable<AnyRegistration>): ReadModelUnit[] =>
  [...registrations].flatMap((registration) => {
    const { aggregate, view, rebuilds } = registration;
    const tables = [...(view ? [view.table as string] : []), ...(rebuilds?.tables ?? [])];
    return tables.length > 0 ? [{ kind: aggregate.name as string, tables, registration }] : [];
  });
