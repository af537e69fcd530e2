/** A node of PostgreSQL's plan, as EXPLAIN (FORMAT JSON) prints it. */
export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

export interface School {
  /** Tables whose rows grow with the school. */
  growing: ReadonlySet<string>
  /** Partial indexes, which have few rows. */
  partial: ReadonlySet<string>
}

/** A node that reads everything below it before it returns a row. */
const blocking = /^(Sort|Aggregate|Hash|WindowAgg|Materialize|Unique|SetOp)$/

/**
 * Returns the tables and indexes that a plan reads without a condition, also in part: a list that finds nothing reads all of what it
 * orders by.
 */
export function unconditionalReads(plan: Plan, school: School): string[] {
  const isUnconditional = /^(Seq|Index|Index Only) Scan$/.test(plan['Node Type']) && !plan['Index Cond']
  const [table, index] = [plan['Relation Name'] ?? '', plan['Index Name'] ?? '']
  const found = isUnconditional && school.growing.has(table) && !school.partial.has(index) ? [index || table] : []
  return [...found, ...(plan.Plans ?? []).flatMap((node) => unconditionalReads(node, school))]
}

/**
 * Returns what a plan reads in whole: tables without an index, and indexes without a condition. An index that is read in order
 * up to a limit is not read in whole.
 */
export function wholeReads(plan: Plan, school: School, limited = false): string[] {
  const type = plan['Node Type']
  const table = plan['Relation Name'] ?? ''
  const index = plan['Index Name'] ?? ''
  const isWhole =
    type === 'Seq Scan' || (/^Index (Only )?Scan$/.test(type) && !plan['Index Cond'] && !limited && !school.partial.has(index))
  const found = isWhole && school.growing.has(table) ? [index || table] : []
  const below = type === 'Limit' || (limited && !blocking.test(type))
  return [...found, ...(plan.Plans ?? []).flatMap((node) => wholeReads(node, school, below))]
}
