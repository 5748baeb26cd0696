import { writeFileSync } from 'node:fs';
import { documents } from './documents.js';

/** `npm run webhooks:docs` */
for (const [file, text] of Object.entries(documents())) writeFileSync(file, text);
