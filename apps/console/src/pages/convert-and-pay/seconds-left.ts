import { useEffect, useState } from 'react';
import type { Quote } from '../../api/records.js';

/**
 * How long a price is still firm. Its time is counted from when it was received, so the clock of this machine may be wrong.
 * @param receivedAt milliseconds since 1970
 */
export function useSecondsLeft({ expiresOn, auditHistory }: Quote, receivedAt: number): number {
  const until = receivedAt + Date.parse(`${expiresOn}Z`) - Date.parse(`${auditHistory.created.on}Z`);
  const [now, setNow] = useState(receivedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - Math.max(now, receivedAt)) / 1000));
}
