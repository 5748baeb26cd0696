import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  readonly title: string;
  /** Above the title: where this page belongs to. */
  readonly above?: ReactNode;
  /** Beside the title. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of each page: its title, which gets the focus when the page is opened, and its content. */
export function Page({ title, above, beside, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <title>{`${title} · Corridor`}</title>
      <header className="page-header">
        {above && <p className="above">{above}</p>}
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </div>
      </header>
      {children}
    </>
  );
}

/** A part of a page. */
export function Section({ title, beside, children }: Omit<Props, 'above'>) {
  return (
    <section>
      <div className="section-header">
        <h2>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
