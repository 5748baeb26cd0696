/** Names that every JavaScript object has: no field uses them, and no library should receive them. */
const MAGIC = new Set(Object.getOwnPropertyNames(Object.prototype));

export const isMagic = (name: string): boolean => MAGIC.has(name);
