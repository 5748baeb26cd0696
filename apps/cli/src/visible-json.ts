import { visibleLines } from '@corridor/kernel';

/** JSON in which characters that a terminal obeys are escaped. */
export const visibleJson = (value: unknown): string => `${visibleLines(JSON.stringify(value, null, 2))}\n`;
