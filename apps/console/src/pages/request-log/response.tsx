import type { LoggedRequest } from '../../api/records.js';
import { useRequestLogTexts } from './texts.js';

/** Its status, and whether it was that of an earlier request. */
export function Response({ of: { status, isReplay } }: { readonly of: LoggedRequest }) {
  const texts = useRequestLogTexts();
  return (
    <span>
      <span className={`status ${status < 400 ? 'good' : 'bad'}`}>{status}</span>
      {isReplay && <span className="minor"> {texts.replay}</span>}
    </span>
  );
}
