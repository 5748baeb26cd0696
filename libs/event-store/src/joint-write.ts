import type { SqlTransaction } from './database.js';

interface Part {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Writes that are sent as one statement. They must write different rows, and none of them sees what another has written.
 * A query is answered before them.
 */
export class JointWrite implements SqlTransaction {
  private readonly parts: Part[] = [];

  constructor(private readonly sql: SqlTransaction) {}

  write(text: string, values: readonly unknown[] = []): void {
    this.parts.push({ text, values });
  }

  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.sql.query<Row>(text, values);
  }

  send(): void {
    const parts = this.parts.splice(0);
    const [first, ...more] = parts;
    if (!first) return;
    if (more.length === 0) return this.sql.write(first.text, first.values);
    this.sql.write(
      joined(parts),
      parts.flatMap(({ values }) => values),
    );
  }
}

const known = new Map<string, string>();

/** The texts come from code, so there is a bounded number of them. */
function joined(parts: readonly Part[]): string {
  const key = parts.map(({ text }) => text).join('\n;\n');
  const text = known.get(key) ?? joinedAnew(parts);
  known.set(key, text);
  return text;
}

/** The first one is the statement that the others are attached to, or the one that has a WITH clause of its own. */
function joinedAnew(parts: readonly Part[]): string {
  let values = 0;
  const texts = parts.map((part) => {
    const before = values;
    values += part.values.length;
    return part.text.replace(/\$(\d+)/g, (_, n: string) => `$${before + Number(n)}`);
  });
  const own = texts.findIndex((text) => /^\s*WITH\b/.test(text));
  const main = texts[Math.max(own, 0)] as string;
  const others = texts.filter((text) => text !== main).map((text, n) => `joint_${n + 1} AS (${text})`);
  return own < 0
    ? `WITH ${others.join(', ')} ${main}`
    : main.replace(/^\s*WITH\b/, () => `WITH ${others.join(', ')},`);
}
