export { indexFile, systemsFile, yearFile } from './data-files.js';
