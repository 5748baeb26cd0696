export const DAY_MS = 86_400_000;

/** Since then, in words: `9 hours`. */
export function age(since: Date): string {
  const ms = Date.now() - since.getTime();
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`;
  return minutes >= 120 ? `${Math.round(minutes / 60)} hours` : `${minutes} minutes`;
}
