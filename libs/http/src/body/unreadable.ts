import type { Refusal } from '@corridor/kernel';

/** Represents a body that could not be read, until authentication has decided whether its sender may know. */
export class Unreadable {
  constructor(readonly refusal: Refusal) {}
}
