import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(process.cwd(), '.corridor', 'seen-operations');

/** Reports observed operations and statuses to the test command: one line each, once per spec file. */
export class SeenOperations {
  private readonly reported = new Set<string>();

  constructor(private readonly name: string) {}

  tell(operationId: string, status: number): void {
    const line = `${operationId} ${status}\n`;
    if (this.reported.has(line)) return;
    this.reported.add(line);
    mkdirSync(FOLDER, { recursive: true });
    appendFileSync(join(FOLDER, this.name), line);
  }
}
