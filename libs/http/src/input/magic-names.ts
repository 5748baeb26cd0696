/** Names that mean something to every JavaScript object: no field has one, and no library need ever see one. */
const MAGIC = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

export const isMagic = (name: string): boolean => MAGIC.has(name);
