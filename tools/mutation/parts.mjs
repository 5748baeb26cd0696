/**
 * The code that `npm run test:mutation` changes, by part. The specs that have to notice are named after the file, unless they
 * are given.
 *
 * @typedef {object} Target
 * @property {string} file without its extension
 * @property {readonly string[]} [specs] also without extensions
 */

const ofKernel = ['money', 'price', 'cross-rate', 'currency'];

/** @type {Readonly<Record<string, readonly Target[]>>} */
export const parts = {
  money: ofKernel.map((name) => ({ file: `libs/kernel/src/${name}` })),
  'ssrf-guard': [
    { file: 'libs/safe-http/src/address' },
    { file: 'libs/safe-http/src/url-policy' },
    { file: 'libs/safe-http/src/target', specs: ['libs/safe-http/src/request-forgery'] },
  ],
  relay: [{ file: 'libs/messaging/src/fresh-messages' }, { file: 'libs/messaging/src/disposition' }],
  delivery: [
    { file: 'apps/webhook-dispatcher/src/delivery/delivery-policy' },
    { file: 'apps/webhook-dispatcher/src/delivery/fair-scheduler' },
  ],
};
