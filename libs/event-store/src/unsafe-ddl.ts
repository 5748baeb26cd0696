import { type Migration, type OnlineMigration, statementsOf } from './migration.js';

/** Why a statement is not executed beside commands. */
const RULES = {
  rewrite:
    'rewrites the table, which nobody can read meanwhile: add a column, fill it by backfillOf, and read it from the next version on',
  default:
    'rewrites the table to compute a value for each row: add the column without it, and fill it by backfillOf',
  index: 'nobody can write to the table while the index is built: use indexesOf',
  'not null':
    'reads the whole table, which nobody can read meanwhile: add CHECK (… IS NOT NULL) NOT VALID, and validate it in a later migration before this',
  'foreign key':
    'reads the whole table, to which nobody can write meanwhile: add NOT VALID, and validate it in a later migration',
  check:
    'reads the whole table, which nobody can read meanwhile: add NOT VALID, and validate it in a later migration',
  validate:
    'keeps the lock of what added the constraint while it reads the whole table: validate it in a later migration',
  removal:
    'the version before reads it: remove it in a later version, and say in `allowed` since which version nobody reads it',
  update: 'locks all these rows until the end: use backfillOf',
} as const;

export type Rule = keyof typeof RULES;
/** Why it is safe all the same, in a sentence. */
export type Allowed = Readonly<Partial<Record<Rule, string>>>;

export interface Unsafe {
  readonly migration: string;
  readonly rule: Rule;
  readonly statement: string;
  /** What happens, and what to do instead. */
  readonly why: string;
}

/** Migrations up to this one were written before there were rules. */
export const BASELINE = 1_700_000_699_999;

/** When a migration was written, as it is ordered by. */
export const timeOf = (name: string): number => Number(name.slice(-13));

/**
 * The statements of migrations that make commands wait for long, or make replicas of the version before fail. Tables that a migration
 * creates itself are empty, and nobody knows them.
 * @param migrations all of a database, in their order: what an earlier one has validated counts
 */
export async function unsafeIn(migrations: readonly Migration[], after = BASELINE): Promise<Unsafe[]> {
  const found: Unsafe[] = [];
  const checks: Checks = { columns: new Map(), validated: new Set() };
  for (const one of migrations) {
    const migration: OnlineMigration = new one();
    const { name } = one;
    const unsafe = unsafeOf(migration, (await statementsOf(migration)).flatMap(plain), checks);
    const counts = ({ rule }: { rule: Rule }) => timeOf(name) > after && !migration.allowed?.[rule];
    found.push(...unsafe.filter(counts).map((all) => ({ migration: name, ...all, why: RULES[all.rule] })));
  }
  return found;
}

/** What migrations know of columns that are not null. */
interface Checks {
  /** The column of which a constraint says so. */
  readonly columns: Map<string, string>;
  /** Columns of which one that is validated does. */
  readonly validated: Set<string>;
}

function unsafeOf(migration: OnlineMigration, statements: readonly string[], checks: Checks) {
  const own: Own = { created: new Set(), added: new Set(), all: statements.join(';') };
  return statements.flatMap((statement) => {
    const [, table] = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)/i.exec(statement) ?? [];
    if (table) own.created.add(table);
    const rules = rulesOf(statement, migration, own, checks.validated);
    noteChecks(statement, checks);
    return rules.map((rule) => ({ rule, statement }));
  });
}

interface Own {
  /** Tables. */
  readonly created: Set<string>;
  /** Constraints. */
  readonly added: Set<string>;
  /** All statements. */
  readonly all: string;
}

/** Statements without comments, texts and bodies of functions. */
const plain = (text: string): string[] =>
  text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);

function rulesOf(
  statement: string,
  { indexes, backfill }: OnlineMigration,
  own: Own,
  validated: ReadonlySet<string>,
): Rule[] {
  const [, table = '', actions] =
    /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?([\w.]+) (.*)$/i.exec(statement) ?? [];
  const isKnown = (name: string | undefined) => name !== undefined && !own.created.has(name);
  if (actions !== undefined)
    return isKnown(table)
      ? parts(actions).flatMap((action) => rulesOfAction(action, table, own, validated))
      : [];
  const [, indexed] = /^CREATE (?:UNIQUE )?INDEX .*?\bON (?:ONLY )?([\w.]+)/i.exec(statement) ?? [];
  if (isKnown(indexed)) return indexes ? [] : ['index'];
  const [, updated] = /^(?:UPDATE|DELETE FROM) (?:ONLY )?([\w.]+)/i.exec(statement) ?? [];
  if (isKnown(updated)) return backfill ? [] : ['update'];
  if (/^(?:VACUUM FULL|CLUSTER)\b/i.test(statement)) return ['rewrite'];
  return isRemoval(statement, own) ? ['removal'] : [];
}

/** Not of what the same migration creates again. */
function isRemoval(statement: string, { all }: Own): boolean {
  const [, kind, removed] =
    /^DROP (TABLE|(?:MATERIALIZED )?VIEW|FUNCTION|PROCEDURE|TYPE|SEQUENCE|SCHEMA) (?:IF EXISTS )?([\w.]+)/i.exec(
      statement,
    ) ?? [];
  if (removed) return !new RegExp(`(?:^|;)CREATE (?:OR REPLACE )?${kind} ${removed}\\b`, 'i').test(all);
  return /^ALTER (?:VIEW|FUNCTION|TYPE|SEQUENCE) .*\bRENAME\b/i.test(statement);
}

/** An action of ALTER TABLE. */
function rulesOfAction(action: string, table: string, own: Own, validated: ReadonlySet<string>): Rule[] {
  const is = (pattern: RegExp) => pattern.test(action);
  if (is(/^RENAME /i) || is(/^DROP (?!CONSTRAINT )/i)) return ['removal'];
  if (is(/^ALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE /i) || is(/^SET (?:LOGGED|UNLOGGED|TABLESPACE)\b/i))
    return ['rewrite'];
  const [, column] = /^ALTER (?:COLUMN )?(\w+) SET NOT NULL/i.exec(action) ?? [];
  if (column) return validated.has(`${table}.${column}`) ? [] : ['not null'];
  const [, constraint] = /^VALIDATE CONSTRAINT (\w+)/i.exec(action) ?? [];
  if (constraint) return own.added.has(`${table}.${constraint}`) ? ['validate'] : [];
  if (!is(/^ADD /i)) return [];
  const [, added] = /^ADD CONSTRAINT (\w+)/i.exec(action) ?? [];
  if (added) own.added.add(`${table}.${added}`);
  const isConstraint = is(/^ADD (?:CONSTRAINT|PRIMARY KEY|UNIQUE|CHECK|FOREIGN KEY|EXCLUDE)\b/i);
  return [...rulesOfConstraint(action), ...(isConstraint ? [] : rulesOfColumn(action))];
}

/** Of the constraint, or of those of a column. */
function rulesOfConstraint(action: string): Rule[] {
  if (/\bNOT VALID$/i.test(action) || /\bUSING INDEX\b/i.test(action)) return [];
  const rules: readonly [Rule, RegExp][] = [
    ['index', /\b(?:PRIMARY KEY|UNIQUE|EXCLUDE)\b/i],
    ['foreign key', /\bREFERENCES\b/i],
    ['check', /\bCHECK ?\(/i],
    ['not null', /^ADD CONSTRAINT \w+ NOT NULL\b/i],
  ];
  return rules.filter(([, pattern]) => pattern.test(action)).map(([rule]) => rule);
}

/** Functions that have one value in a statement, so that Postgres stores it once for all rows. */
const CONSTANT =
  /\b(?:now|current_timestamp|current_date|statement_timestamp|transaction_timestamp|current_setting)\s*\(/gi;

function rulesOfColumn(action: string): Rule[] {
  const [, value] =
    /\bDEFAULT (.*?)(?=$| (?:NOT NULL|NULL|CHECK|REFERENCES|UNIQUE|PRIMARY|CONSTRAINT)\b)/i.exec(action) ??
    [];
  if (/\bGENERATED\b(?!.*\bVIRTUAL\b)/i.test(action) || /\b(?:big|small)?serial\b/i.test(action))
    return ['default'];
  if (value !== undefined && /\w\s*\(/.test(value.replaceAll(CONSTANT, ''))) return ['default'];
  return value === undefined && /\bNOT NULL\b/i.test(action) ? ['not null'] : [];
}

function noteChecks(statement: string, { columns, validated }: Checks): void {
  const [, table, name, column] =
    /^ALTER TABLE ([\w.]+) ADD CONSTRAINT (\w+) CHECK ?\(\(?(\w+) IS NOT NULL\)?\) NOT VALID$/i.exec(
      statement,
    ) ?? [];
  if (name) columns.set(`${table}.${name}`, `${table}.${column}`);
  const [, of, constraint] = /^ALTER TABLE ([\w.]+) VALIDATE CONSTRAINT (\w+)$/i.exec(statement) ?? [];
  const proven = columns.get(`${of}.${constraint}`);
  if (proven) validated.add(proven);
}

/** At the commas outside of parentheses. */
function parts(text: string): string[] {
  let depth = 0;
  const found = [''];
  for (const one of text) {
    if (one === ',' && depth === 0) found.push('');
    else found[found.length - 1] += one;
    depth += one === '(' ? 1 : one === ')' ? -1 : 0;
  }
  return found.map((part) => part.trim());
}
