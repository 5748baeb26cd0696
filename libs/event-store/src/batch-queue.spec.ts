import { BatchQueue, MAX_BATCH, MAX_WAITING } from './batch-queue.js';

interface Task {
  readonly client: string;
  readonly n: number;
}

/** A queue whose first batch lasts until `goOn` is called. */
function heldQueue() {
  const executed: Task[] = [];
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const queue = new BatchQueue<Task, null>(
    ({ client }) => client,
    async (tasks) => {
      await held;
      executed.push(...tasks);
      return tasks.map(() => null);
    },
  );
  const refused: Task[] = [];
  const all: Promise<unknown>[] = [];
  const add = (client: string, count: number) => {
    for (let n = 0; n < count; n++) {
      const task = { client, n };
      const adding = (async () => queue.add(task))();
      all.push(
        adding.catch((error: { code: string }) => {
          expect(error.code).toBe('unavailable');
          refused.push(task);
        }),
      );
    }
  };
  /** Fills one batch, which leaves the queue. */
  const begin = async (client: string) => {
    add(client, MAX_BATCH);
    await new Promise(setImmediate);
  };
  const end = async () => {
    goOn();
    await Promise.all(all);
  };
  const numbers = (tasks: readonly Task[], of: string) =>
    tasks.filter(({ client }) => client === of).map(({ n }) => n);
  return {
    add,
    begin,
    end,
    executed: (of: string) => numbers(executed, of),
    refused: (of: string) => numbers(refused, of),
  };
}

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, n) => from + n);

describe('a full queue', () => {
  it('takes the tasks of a client without others until it is full, and executes them in their order', async () => {
    const { add, begin, end, executed, refused } = heldQueue();
    await begin('first');
    add('many', MAX_WAITING + 10);
    await end();
    expect(executed('many')).toEqual(upTo(MAX_WAITING));
    expect(refused('many')).toEqual(upTo(10, MAX_WAITING));
  });

  it('takes those of another client in the place of the last ones', async () => {
    const { add, begin, end, executed, refused } = heldQueue();
    await begin('first');
    add('many', MAX_WAITING);
    add('few', 3);
    await end();
    expect(executed('few')).toEqual([0, 1, 2]);
    expect(executed('many')).toEqual(upTo(MAX_WAITING - 3));
    expect(refused('many')).toEqual(upTo(3, MAX_WAITING - 3));
  });

  it('is shared equally by clients that all have too many', async () => {
    const { add, begin, end, executed } = heldQueue();
    await begin('first');
    const clients = ['a', 'b', 'c', 'd'];
    for (const client of clients) add(client, MAX_WAITING);
    await end();
    expect(clients.map((client) => executed(client).length)).toEqual(clients.map(() => MAX_WAITING / 4));
  });

  it('refuses a client that has as many as any other', async () => {
    const { add, begin, end, executed, refused } = heldQueue();
    await begin('first');
    for (let n = 0; n < MAX_WAITING; n++) add(`client ${n}`, 1);
    add('client 0', 1);
    add('late', 1);
    await end();
    expect(refused('client 0')).toEqual([0]);
    expect(refused('late')).toEqual([0]);
    expect(executed('client 0')).toEqual([0]);
  });
});
