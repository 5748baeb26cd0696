import { sizedSpecs } from './sized-specs.mjs';

test('finds long specs and those with a size, of their own or of what they import, and no others', () => {
  const found = sizedSpecs();
  expect(found).toContain('libs/search/src/fuzz.spec.ts');
  expect(found).toContain('tests/distributed/faults.spec.ts'); // by ./faults/webhooks.js
  expect(found).toContain('tests/distributed/backup.long.spec.ts');
  expect(found).not.toContain('libs/search/src/parse.spec.ts');
  expect(found.length).toBeGreaterThan(40);
});
