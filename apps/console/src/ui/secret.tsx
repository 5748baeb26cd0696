import { Copied } from './copied.js';

interface Props {
  readonly title: string;
  readonly detail: string;
  readonly of: string;
}

/** A secret that is shown once. It is nowhere but on this page. */
export function Secret({ title, detail, of }: Props) {
  return (
    <aside className="notice secret" aria-label={title}>
      <strong>{title}</strong>
      <p>{detail}</p>
      <Copied text={of} />
    </aside>
  );
}
