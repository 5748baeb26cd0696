export type * from './entry.js';
export { listNames, type ListName, readList } from './formats/list-formats.js';
export { ListMatcher, type ScreenedList } from './list-matcher.js';
export { isDisguised, isName } from './name.js';
export * from './port.js';
