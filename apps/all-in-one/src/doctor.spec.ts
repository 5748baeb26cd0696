import { examine } from './doctor/examination.js';

test('the doctor tells whether the server of the bank accepts connections', async () => {
  const findings = await examine({ RAIL_SFTP: 'sftp://corridor@127.0.0.1:1' });
  expect(findings).toContainEqual({
    ...{ name: 'server of the bank', status: 'problem' },
    detail: expect.stringMatching(/^127\.0\.0\.1:1: .*ECONNREFUSED/),
  });
});
