/**
 * How much of something random or large a test does: little in `npm test`, all of it with CORRIDOR_TEST_SIZE=full, as
 * `npm run test:long` has it. The test is the same one; it only looks at more.
 */
export function sized({ small, full }: { readonly small: number; readonly full: number }): number {
  const size = process.env.CORRIDOR_TEST_SIZE ?? 'small';
  if (size !== 'small' && size !== 'full')
    throw new Error(`CORRIDOR_TEST_SIZE must be one of small, full, not "${size}"`);
  return size === 'full' ? full : small;
}
