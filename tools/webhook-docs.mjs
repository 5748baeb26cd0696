/** `npm run webhooks:docs`: writes docs/webhook-events.md and docs/asyncapi*.json as contracts and fixtures say it. */
import { build } from './build.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
build(); // all: what it is read from stands in other packages too
await import(new URL('../apps/webhook-dispatcher/dist/documentation/write.js', import.meta.url).href);
