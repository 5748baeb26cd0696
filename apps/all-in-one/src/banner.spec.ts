import { welcome } from './banner.js';

test.each([
  ['http://127.0.0.1:8080', / {3}npm run webhooks:listen$/m],
  ['http://127.0.0.1:18437', / {3}PORT=18437 npm run webhooks:listen$/m],
])('at %s the banner shows a working listener command, and the guide', (url, command) => {
  const page = welcome(url, { staff: null, clients: [] });
  expect(page).toMatch(command);
  expect(page).toContain(`${url}/docs/webhooks`);
  expect(page).toContain(`Console, for logins of clients:    ${url}/console`);
});
