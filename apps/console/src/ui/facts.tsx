import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

/** The fields of a record; those without a value are left out. */
export function Facts({ of }: { readonly of: readonly Fact[] }) {
  const known = of.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
