/** What a statement does to people who use the school meanwhile. */
export interface Judgement {
  /** The table that is locked; undefined when nobody waits. */
  table: string | undefined
  /** `reads`: nobody can read it; `writes`: nobody can write it; `none`: nobody waits. */
  blocks: 'reads' | 'writes' | 'none'
  /** How the time grows: not at all, with the bytes of the table, or with its rows. */
  grows: 'not' | 'bytes' | 'rows'
}

const none: Judgement = { table: undefined, blocks: 'none', grows: 'not' }

const name = '(?:only )?"?([a-z_][a-z0-9_]*)"?'

/** Parts of `alter table` that read or write every row (PostgreSQL 18, ALTER TABLE, Notes). */
const rewrites =
  /\balter column \S+ (?:set data )?type\b|\bset (?:logged|unlogged)\b|\badd column\b[^,]*\bgenerated\b[^,]*\bstored\b/i
const scans =
  /\bset not null\b|\badd (?:constraint \S+ )?(?:check|foreign key|primary key|unique|exclude)\b|\bvalidate constraint\b/i

/**
 * Judges one statement of a migration by what PostgreSQL's manual says of its locks.
 * @param created tables that this upgrade creates: nobody uses them yet
 */
export function judgeStatement(statement: string, created: ReadonlySet<string>): Judgement {
  const judged = judge(statement)
  return judged.table !== undefined && created.has(judged.table) ? none : judged
}

/** The table that a statement creates. */
export const createdTable = (statement: string): string | undefined =>
  new RegExp(`^create table (?:if not exists )?${name}`, 'i').exec(statement)?.[1]

function judge(statement: string): Judgement {
  const find = (start: string) => new RegExp(`^${start}${name}`, 'i').exec(statement)?.[1]
  const altered = find('alter table (?:if exists )?')
  if (altered !== undefined) {
    if (/\bvalidate constraint\b/i.test(statement)) return { table: altered, blocks: 'none', grows: 'bytes' }
    const isLong = rewrites.test(statement) || (scans.test(statement) && !/\bnot valid\b/i.test(statement))
    return { table: altered, blocks: 'reads', grows: isLong ? 'bytes' : 'not' }
  }
  const indexed = /^create (?:unique )?index\b.*? on (?:only )?"?([a-z_][a-z0-9_]*)"?/i.exec(statement)?.[1]
  if (indexed !== undefined) {
    return { table: indexed, blocks: /\bconcurrently\b/i.test(statement) ? 'none' : 'writes', grows: 'bytes' }
  }
  const dropped = find('drop table (?:if exists )?') ?? find('truncate (?:table )?')
  if (dropped !== undefined) return { table: dropped, blocks: 'reads', grows: 'not' }
  const written = find('update ') ?? find('delete from ')
  if (written !== undefined) return { table: written, blocks: 'none', grows: 'rows' }
  const triggered = /^(?:create (?:or replace )?(?:constraint )?|drop )trigger\b.*? on "?([a-z_][a-z0-9_]*)"?/i.exec(
    statement,
  )?.[1]
  if (triggered !== undefined) return { table: triggered, blocks: 'writes', grows: 'not' }
  return none
}

/** What takes away something that the version before uses, in a migration that is no contract step. */
export function takesAway(statement: string, created: ReadonlySet<string>): boolean {
  const table = judge(statement).table
  if (table !== undefined && created.has(table)) return false
  return (
    /^drop (?:table|view|function|type|schema|materialized view)\b/i.test(statement) ||
    /^alter (?:table|view|type)\b.*\b(?:rename (?:to|column)|drop column|set not null|alter column \S+ (?:set data )?type)\b/i.test(
      statement,
    )
  )
}
