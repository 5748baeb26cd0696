import { isUniqueViolation } from '@corridor/event-store';
import { refuse } from '@corridor/kernel';

/** Runs a command that the database rejects if the value of `field` is already in use. */
export async function unique<T>(constraint: string, field: string, command: () => Promise<T>): Promise<T> {
  try {
    return await command();
  } catch (error) {
    if (!isUniqueViolation(error, constraint)) throw error;
    const errors = [{ pointer: `#/${field}`, code: 'already_exists', detail: 'This value is taken.' }];
    throw refuse('already_exists', `#/${field}: This value is already in use.`, { errors });
  }
}
