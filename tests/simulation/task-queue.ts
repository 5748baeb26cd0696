import type { Life } from './machine.js';

export interface Task {
  readonly atMs: number;
  /** Of two tasks at one time, the one with the lower number is first. */
  readonly tie: number;
  readonly life: Life | null;
  readonly run: () => unknown;
  isCancelled?: boolean;
}

/** Tasks in the order of their times: a binary heap. */
export class TaskQueue {
  private readonly heap: Task[] = [];

  add(task: Task): Task {
    const { heap } = this;
    let at = heap.push(task) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && isBefore(task, heap[parent] as Task); parent = (at - 1) >> 1) {
      heap[at] = heap[parent] as Task;
      at = parent;
    }
    heap[at] = task;
    return task;
  }

  next(): Task | undefined {
    let first = this.pop();
    while (first?.isCancelled) first = this.pop();
    return first;
  }

  private pop(): Task | undefined {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (heap.length > 0 && last) this.sink(last);
    return first;
  }

  private sink(task: Task): void {
    const { heap } = this;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      const right = heap[child + 1];
      if (right && isBefore(right, heap[child] as Task)) child++;
      if (!isBefore(heap[child] as Task, task)) break;
      heap[at] = heap[child] as Task;
      at = child;
    }
    heap[at] = task;
  }
}

const isBefore = (a: Task, b: Task): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.tie < b.tie);
