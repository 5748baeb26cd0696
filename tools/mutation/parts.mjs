/**
 * The code that `npm run test:mutation` changes, by part, and the specs that have to notice.
 *
 * @typedef {object} Target
 * @property {string} file without its extension
 * @property {readonly string[]} specs also without extensions
 */

/** @param {string} folder @param {Readonly<Record<string, readonly string[]>>} files with their specs @returns {Target[]} */
const of = (folder, files) =>
  Object.entries(files).map(([name, specs]) => ({
    file: `${folder}/${name}`,
    specs: specs.map((spec) => `${folder}/${spec}`),
  }));

/** @type {Readonly<Record<string, readonly Target[]>>} */
export const parts = {
  money: of('libs/kernel/src', {
    money: ['money'],
    price: ['price'],
    'cross-rate': ['cross-rate'],
    currency: ['currency'],
  }),
  idempotency: [
    ...of('libs/http/src/idempotency', {
      fingerprint: ['fingerprint'],
      'idempotency-key': ['idempotency-key'],
      command: ['command', 'idempotent'],
      'recent-replays': ['recent-replays'],
      'stored-response.filter': ['idempotent'],
    }),
    ...of('libs/event-store/src', {
      idempotency: ['idempotency', 'stored-response', 'event-store'],
      replay: ['replay'],
    }),
  ],
  relay: of('libs/messaging/src', {
    'fresh-messages': ['fresh-messages'],
    disposition: ['disposition'],
    unmarked: ['unmarked'],
  }),
  delivery: of('apps/webhook-dispatcher/src/delivery', {
    'delivery-policy': ['delivery-policy'],
    'fair-scheduler': ['fair-scheduler'],
    sender: ['sender'],
  }),
  'ssrf-guard': of('libs/safe-http/src', {
    address: ['address'],
    'url-policy': ['url-policy'],
    target: ['target', 'request-forgery'],
    failure: ['failure'],
    progress: ['progress'],
    excerpt: ['excerpt'],
  }),
};
