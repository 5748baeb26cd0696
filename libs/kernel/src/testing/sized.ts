/**
 * The size of a random or large test: small in `npm test`, full with CORRIDOR_TEST_SIZE=full, as in `npm run
 * test:long`. The test is the same; only the amount differs.
 */
export function sized({ small, full }: { readonly small: number; readonly full: number }): number {
  const size = process.env.CORRIDOR_TEST_SIZE ?? 'small';
  if (size !== 'small' && size !== 'full')
    throw new Error(`CORRIDOR_TEST_SIZE must be one of small, full, not "${size}"`);
  return size === 'full' ? full : small;
}
