/** A value as indented JSON, which can be scrolled by the keyboard too. */
export const Json = ({ of, label }: { readonly of: unknown; readonly label: string }) => (
  <pre role="region" aria-label={label} tabIndex={0}>
    {JSON.stringify(of, null, 2)}
  </pre>
);
