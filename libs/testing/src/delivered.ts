import type { MessageType, Messages } from '@corridor/contracts';
import type { Caller } from '@corridor/kernel';
import { testCaller } from '@corridor/kernel/testing';
import type { Delivered } from '@corridor/messaging';

/** A message as it reaches a reaction. */
export const delivered = <Type extends MessageType>(
  data: Messages[Type],
  caller: Caller = testCaller,
): Delivered<Type> => ({ data, caller, occurredOn: '2026-11-21T09:30:00.000' }) as unknown as Delivered<Type>;
