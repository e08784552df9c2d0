/** What a migration sent, and how. */
export interface SentStatements {
  statements: readonly string[]
  /** In steps, each statement in its own transaction unless a step says otherwise. */
  stepped: boolean
  /** Tables that were there before: they may be large and in use. Others are empty and nobody knows them. */
  existing: ReadonlySet<string>
}

/** A default that PostgreSQL works out once and keeps beside the table instead of in each row. */
const CONSTANT_DEFAULT = /\bDEFAULT\s+('[^']*'(::\w+)?|-?\d+(\.\d+)?|true|false|NULL|now\(\)|current_timestamp)/i

/** The clauses of ALTER TABLE that read or rewrite the table while nobody else may use it. */
const SLOW_CLAUSES: [RegExp, string][] = [
  [
    /\bGENERATED\b(?!.*\bVIRTUAL\b)/i,
    'a stored generated column rewrites the table: fill one in batches, and by a trigger',
  ],
  [/\bADD\b(?!.*\bUSING INDEX\b).*\b(UNIQUE|PRIMARY KEY)\b/i, 'build the index concurrently, then ADD … USING INDEX'],
  [/\bADD\b.*\b(EXCLUDE)\b/i, 'an exclusion constraint reads the table under a lock'],
  [
    /^ADD\s+(CONSTRAINT\s+\S+\s+)?(CHECK|FOREIGN KEY|NOT NULL)\b(?!.*\bNOT VALID\b)/i,
    'a constraint is added NOT VALID and validated in a later step',
  ],
  [
    /^ADD\s+(?!CONSTRAINT|CHECK|FOREIGN|UNIQUE|PRIMARY|EXCLUDE).*\bCHECK\b/i,
    'the check of a new column is a constraint of its own, NOT VALID, validated in a later step',
  ],
  [
    /\b(SET DATA TYPE|ALTER\s+(COLUMN\s+)?\S+\s+TYPE)\b/i,
    'another type rewrites the table: add a column, fill it in batches',
  ],
  [/^RENAME\b/i, 'processes of the old release still use the old name: add, fill, and drop in a later release'],
  [/^SET\s+(TABLESPACE|LOGGED|UNLOGGED|ACCESS METHOD)\b/i, 'this rewrites the table under a lock'],
]

/** @returns why statements of a migration would block other users of the tables, one line each. */
export function refusals({ statements, stepped, existing }: SentStatements): string[] {
  const found: string[] = []
  const validated = new Set<string>()
  for (const statement of statements.flatMap(splitStatements)) {
    const refuse = (why: string) => found.push(`${statement.slice(0, 120)}: ${why}`)
    const table = /^(?:CREATE (?:UNIQUE )?INDEX .*? ON|ALTER TABLE)\s+(?:IF EXISTS\s+)?(?:ONLY\s+)?"?(\w+)"?/i.exec(
      statement,
    )?.[1]

    if (/^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/i.test(statement) && existing.has(table ?? ''))
      refuse('an index on an existing table is built concurrently, in a step (addIndex)')
    if (/^(REINDEX|REFRESH MATERIALIZED VIEW) (?!.*CONCURRENTLY)/i.test(statement)) refuse('only CONCURRENTLY')
    if (/^(CLUSTER|VACUUM FULL|LOCK)\b/i.test(statement)) refuse('nobody may use the table meanwhile')
    if (changesRows(statement, existing) && !(stepped && /\bLIMIT\b/i.test(statement)))
      refuse('rows of existing tables are changed in batches, in a step (backfill)')

    if (!/^ALTER TABLE/i.test(statement) || table === undefined || !existing.has(table)) continue
    for (const clause of clausesOf(statement)) {
      for (const [pattern, why] of SLOW_CLAUSES) if (pattern.test(clause)) refuse(why)
      if (
        /^ADD\s+(COLUMN\s+)?\S+\s.*\bNOT NULL\b/i.test(clause) &&
        !/^ADD\s+CONSTRAINT\b/i.test(clause) &&
        !CONSTANT_DEFAULT.test(clause)
      )
        refuse('a new column is nullable, or has a constant default')
      else if (/^ADD\b.*\bDEFAULT\b/i.test(clause) && !CONSTANT_DEFAULT.test(clause))
        refuse('a default that differs from row to row rewrites the table')
      if (/^VALIDATE\b/i.test(clause)) {
        validated.add(table)
        if (!stepped) refuse('a constraint is validated in a step of its own (scan)')
      }
      if (/\bSET NOT NULL\b/i.test(clause) && !validated.has(table))
        refuse('SET NOT NULL reads the table under a lock, unless a validated CHECK (… IS NOT NULL) spares it')
    }
  }
  return found
}

/** Whether a statement changes rows of a table that may be large, or copies them. */
function changesRows(statement: string, existing: ReadonlySet<string>): boolean {
  if (!/^(UPDATE|DELETE|INSERT|MERGE|WITH)\b/i.test(statement)) return false
  // The rows stand in the statement. A subquery among their values is read without a lock.
  if (/^INSERT INTO "?\w+"? *(\([^)]*\) *)?(VALUES\b|DEFAULT VALUES)/i.test(statement)) return false
  return (statement.match(/\w+/g) ?? []).some(word => existing.has(word))
}

/** The statements of a text, on one line each; the semicolons of function bodies and strings separate nothing. */
function splitStatements(text: string): string[] {
  const parts: string[] = ['']
  for (const [token] of text.matchAll(
    /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|;|[^;$'/-]+|[\s\S]/g,
  )) {
    if (token === ';') parts.push('')
    else if (!token.startsWith('--') && !token.startsWith('/*')) parts[parts.length - 1] += token
  }
  return parts.map(part => part.replaceAll(/\s+/g, ' ').trim()).filter(part => part !== '')
}

/** The clauses of an ALTER TABLE; commas within parentheses and strings separate nothing. */
function clausesOf(statement: string): string[] {
  const clauses: string[] = ['']
  let depth = 0
  const body = statement.replace(/^ALTER TABLE\s+(IF EXISTS\s+)?(ONLY\s+)?\S+\s+/i, '')
  for (const [token] of body.matchAll(/'(?:[^']|'')*'|[(),]|[^(),']+/g)) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (token === ',' && depth === 0) clauses.push('')
    else clauses[clauses.length - 1] += token
  }
  return clauses.map(clause => clause.trim())
}
