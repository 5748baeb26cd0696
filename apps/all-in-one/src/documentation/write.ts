import { writeFileSync } from 'node:fs';
import { documentFile, readExamples } from './files.js';
import { generate, textOf } from './generate.js';

/** `npm run openapi` */
writeFileSync(documentFile, textOf(await generate(readExamples())));
