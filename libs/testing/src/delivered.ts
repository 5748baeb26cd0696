import type { MessageType, Messages } from '@corridor/contracts';
import type { Caller } from '@corridor/kernel';
import { testCaller } from '@corridor/kernel/testing';
import type { Concerning } from '@corridor/messaging';

/** A message as passed to a reaction; its `concerns` finds the record. */
export const delivered = <Type extends MessageType>(
  data: Messages[Type],
  caller: Caller = testCaller,
  isRetry = false,
): Concerning<Type> =>
  ({ data, caller, isRetry, occurredOn: '2026-11-21T09:30:00.000' }) as unknown as Concerning<Type>;
