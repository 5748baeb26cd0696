import { useTexts } from '../../texts/texts.js';
import { Copied } from '../../ui/copied.js';

/** A secret that is shown once. It is nowhere but on this page. */
export function Secret({ of }: { readonly of: string }) {
  const { webhooks } = useTexts();
  return (
    <aside className="notice secret" aria-label={webhooks.secret}>
      <strong>{webhooks.secret}</strong>
      <p>{webhooks.secretDetail}</p>
      <Copied text={of} />
    </aside>
  );
}
