/** Characters that may be added, missing or different in what was meant. */
const MAX_DISTANCE = 2;

/** The known text that was probably meant; null if none is similar. */
export function similar(given: string, known: readonly string[]): string | null {
  const distances = known.map((one) => ({ one, distance: distanceOf(given, one) }));
  const [nearest] = distances.sort((a, b) => a.distance - b.distance);
  return nearest && nearest.distance <= MAX_DISTANCE ? nearest.one : null;
}

function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++)
    row = row.reduce<number[]>((next, above, j) => {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      return [...next, j === 0 ? i : Math.min(above + 1, (next[j - 1] ?? 0) + 1, replaced)];
    }, []);
  return row[b.length] ?? 0;
}
