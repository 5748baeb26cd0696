import type { ReactNode } from 'react';
import { Typed } from '../../ui/fields.js';
import type { FormProps } from './form.js';

interface Props extends FormProps {
  readonly at: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly autoComplete?: string;
}

/** One text of the form. @param at where it stands in the body of the request */
export function Entry({ at, label, hint, autoComplete = 'off', entries, onChange, problemOf }: Props) {
  return (
    <Typed
      label={label}
      hint={hint}
      autoComplete={autoComplete}
      value={entries[at] ?? ''}
      onChange={(text) => onChange({ ...entries, [at]: text })}
      problem={problemOf(at)}
    />
  );
}
