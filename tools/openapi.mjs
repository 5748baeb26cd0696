/** `npm run openapi`: writes docs/openapi.json as the code says it. */
import { build } from './build.mjs';

build();
await import(new URL('../apps/all-in-one/dist/documentation/write.js', import.meta.url).href);
