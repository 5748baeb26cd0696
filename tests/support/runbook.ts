import { readFileSync } from 'node:fs';

const runbooks = readFileSync('docs/runbooks.md', 'utf8');

/** The section of docs/runbooks.md about an alert. */
function sectionOf(alert: string): string {
  const [, section = ''] = runbooks.split(`\n## ${alert}\n`);
  const [page = ''] = section.split('\n## ');
  if (!page) throw new Error(`docs/runbooks.md has nothing about ${alert}`);
  return page;
}

/** The statements of SQL of a runbook. */
export function sqlOf(alert: string): string[] {
  const page = sectionOf(alert);
  const blocks = [...page.matchAll(/```sql\n([^]*?)```/g)].map(([, text = '']) => text);
  return blocks.flatMap((text) => text.split(/;\s*(?:\n|$)/)).filter((text) => text.trim() !== '');
}

/** A piece of code in a runbook, such as a query or a command, by how it begins. @throws Error if there is none */
export function quotedIn(alert: string, beginning: string): string {
  const found = [...sectionOf(alert).matchAll(/`([^`\n]+)`|^(corridor .*)$/gm)]
    .map(([, inline, line]) => inline ?? line ?? '')
    .find((text) => text.startsWith(beginning));
  if (found === undefined) throw new Error(`the runbook of ${alert} does not say ${beginning}`);
  return found;
}
