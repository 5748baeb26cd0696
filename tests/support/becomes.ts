import { until } from '@corridor/testing';

/** Waits until what is read contains the expected. */
export async function becomes(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  let last: unknown;
  const isSo = async () => matches((last = await read()), expected);
  await until(isSo, () => `${JSON.stringify(last)} instead of ${JSON.stringify(expected)}`);
}

function matches(found: unknown, expected: unknown): boolean {
  try {
    expect(found).toEqual(expected);
    return true;
  } catch {
    return false;
  }
}
