/** How many causes of an error are told. */
const MOST_CAUSES = 3;

interface ErrorFields {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string | undefined;
  readonly cause?: ErrorFields | string;
}

/**
 * What the log says about an error. Its other properties are left out: Postgres tells the values of a row in `detail`, TypeORM those
 * of a statement in `parameters`, and both can be bank details.
 */
export const errorFields = (error: unknown): ErrorFields | string => fieldsOf(error, MOST_CAUSES);

function fieldsOf(error: unknown, causes: number): ErrorFields | string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name || name,
    message,
    ...(typeof code === 'string' && { code }),
    stack,
    ...(cause !== undefined && causes > 0 && { cause: fieldsOf(cause, causes - 1) }),
  };
}
