import { fileURLToPath } from 'node:url';

const root = new URL('../../../../', import.meta.url);

export const repository = fileURLToPath(root);
