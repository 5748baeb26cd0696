/** Names that every JavaScript object has: no field is called so, and no library need ever see one. */
const MAGIC = new Set(Object.getOwnPropertyNames(Object.prototype));

export const isMagic = (name: string): boolean => MAGIC.has(name);
