// Checks in the SQL which server folder reads and writes which table.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import type { TableRule } from './table-rules.ts'

const tableCreated = /^\s*create\s+(?:unlogged\s+)?(?:table|view)\s+(?:if not exists\s+)?(?:public\.)?(\w+)/gim
const tableDropped = /^\s*drop\s+(?:table|view)\s+(?:if exists\s+)?(?:public\.)?(\w+)/gim
const tableUsed = /\b(insert\s+into|update|delete\s+from|from|join|truncate|copy)\s+(?:only\s+)?(\w+)\b/gi

/** Returns the tables and views that exist after all migrations. */
export function tablesIn(root: string): Set<string> {
  const tables = new Set(['schema_migrations'])
  for (const file of globSync('server/db/migrations/*.sql', { cwd: root }).toSorted()) {
    const sql = readFileSync(join(root, file), 'utf8')
    for (const [, table = ''] of sql.matchAll(tableDropped)) tables.delete(table)
    for (const [, table = ''] of sql.matchAll(tableCreated)) tables.add(table)
  }
  return tables
}

/** Returns strings and whole templates of a file, which may be SQL. */
function textsIn(path: string, source: string): string[] {
  const texts: string[] = []
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') texts.push(node.value)
    },
    TemplateLiteral(node) {
      texts.push(source.slice(node.start, node.end))
    },
  }).visit(parseSync(path, source).program)
  return texts
}

/** Returns every breach of the table rules as one line. */
export function checkTables(root: string, rules: Record<string, TableRule>): string[] {
  const tables = tablesIn(root)
  const owners = Map.groupBy(
    Object.entries(rules).flatMap(([folder, { owns }]) => owns.map((table) => ({ folder, table }))),
    ({ table }) => table,
  )
  const breaches = [
    ...[...tables].flatMap((table) => {
      const count = owners.get(table)?.length ?? 0
      return count === 1 ? [] : [`${table} has ${count === 0 ? 'no owner' : 'more than one owner'}`]
    }),
    ...[...owners.keys()].filter((table) => !tables.has(table)).map((table) => `${table} has an owner and does not exist`),
  ]
  const used = new Set<string>()
  for (const file of globSync('server/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts'] }).toSorted()) {
    const folder = file.split('/')[1] ?? ''
    const { owns = [], reads = [], writes = {} } = rules[folder] ?? {}
    for (const text of textsIn(file, readFileSync(join(root, file), 'utf8'))) {
      for (const [, verb = '', table = ''] of text.matchAll(tableUsed)) {
        if (!tables.has(table) || owns.includes(table)) continue
        const isWrite = !/^(from|join)$/i.test(verb)
        used.add(`${folder} ${isWrite ? 'writes' : 'reads'} ${table}`)
        if (isWrite ? !(table in writes) : !reads.includes(table) && !(table in writes)) {
          breaches.push(`${file}: ${folder} ${isWrite ? 'writes' : 'reads'} ${table} of another folder, which no rule declares`)
        }
      }
    }
  }
  for (const [folder, { reads = [], writes = {} }] of Object.entries(rules)) {
    for (const table of reads)
      if (!used.has(`${folder} reads ${table}`)) breaches.push(`${folder} declares to read ${table} and does not`)
    for (const table of Object.keys(writes)) {
      if (!used.has(`${folder} writes ${table}`)) breaches.push(`${folder} declares to write ${table} and does not`)
    }
  }
  return [...new Set(breaches)]
}
