import { audited } from './history.js';

const mary = { user: { id: 'cu_1', name: 'Mary' }, apiKeyId: 'ak_1' };
const corridor = { user: null, apiKeyId: null };
const created = { by: mary.user, on: '2026-11-21T09:30:00.000', withApiKey: 'ak_1' };

describe('audit history', () => {
  it('begins with its creation', () => {
    expect(audited(null, 1, mary, created.on)).toEqual({ version: 1, created, updated: created });
  });

  it('keeps the creation and replaces the update', () => {
    const later = audited(audited(null, 1, mary, created.on), 3, corridor, '2026-11-22T00:00:00.000');
    expect(later).toEqual({
      version: 3,
      created,
      updated: { by: null, on: '2026-11-22T00:00:00.000', withApiKey: null },
    });
  });
});
