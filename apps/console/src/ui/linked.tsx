import { Link } from '@tanstack/react-router';

interface Props {
  readonly to: '/conversions/$id' | '/payment-instructions/$id' | '/payments/$id';
  readonly id: string;
}

/** Another record, by its id. */
export const Linked = ({ to, id }: Props) => (
  <Link to={to} params={{ id }}>
    <code>{id}</code>
  </Link>
);
