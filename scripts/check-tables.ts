// Checks in the SQL which server folder reads and writes which table.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ObjectProperty, parseSync, type SpreadElement, Visitor } from 'oxc-parser'

/** The tables and views that a district of the server owns, reads and writes. */
export interface TableRule {
  owns: readonly string[]
  reads?: readonly string[]
  /** Tables of other folders, each with the reason for the write. */
  writes?: Readonly<Record<string, string>>
}

/** A file whose SQL computes the name of a table. */
export interface DynamicTables {
  why: string
  /** The tables that it writes, each of which stands as a string in the file. */
  tables: readonly string[]
}

const tableCreated = /^\s*create\s+(?:unlogged\s+)?(?:table|view)\s+(?:if not exists\s+)?(?:public\.)?(\w+)/gim
const tableDropped = /^\s*drop\s+(?:table|view)\s+(?:if exists\s+)?(?:public\.)?(\w+)/gim

/** Words and signs of SQL that decide which table is used. */
const token = /\$\{|[(),;]|(?:public\.)?\w+/g
/** Words that end a list of tables, so that a comma after them separates something else. */
const listEnds = new Set(
  'where group order having limit offset fetch window union except intersect returning set conflict select values for'.split(' '),
)

interface Use {
  isWrite: boolean
  /** Undefined when the text computes the table. */
  table: string | undefined
}

/** Reads which tables a text uses: those after from, join, using, into, update, truncate and copy, and after each comma of a list. */
export function usesIn(text: string): Use[] {
  const uses: Use[] = []
  // An entry for each open parenthesis: whether the list of tables there is written, or undefined outside a list.
  const lists: (boolean | undefined)[] = [undefined]
  // Whether the table that comes next is written, or undefined when none comes.
  let next: boolean | undefined
  let isSql = false
  let [previous, last] = ['', '']
  for (const [raw] of text.matchAll(token)) {
    const word = raw.toLowerCase().replace('public.', '')
    if (word === '(') {
      // The parenthesis after `using` has columns.
      if (last === 'using') next = undefined
      lists.push(next)
    } else if (word === ')') {
      if (lists.length > 1) lists.pop()
      next = undefined
    } else if (word === ';') {
      lists.splice(0, lists.length, undefined)
      next = undefined
    } else if (word === ',') next = lists.at(-1)
    else if (word === 'into') next = /^(insert|merge)$/.test(last) ? true : undefined
    else if (word === 'update' || word === 'copy') next = true
    else if (word === 'from' || word === 'join' || word === 'using' || word === 'truncate') {
      next = word === 'from' && last === 'distinct' && previous === 'is' ? undefined : word === 'truncate' || last === 'delete'
      // A text that is a part of a statement may begin here.
      isSql ||= word === 'join' || last === ''
      if (next !== undefined) lists[lists.length - 1] = next
    } else if (next !== undefined) {
      if (word !== '${') uses.push({ isWrite: next, table: word })
      else if (isSql || previous === '') uses.push({ isWrite: next, table: undefined })
      if (!/^(only|lateral)$/.test(word)) next = undefined
    }
    if (listEnds.has(word)) lists[lists.length - 1] = undefined
    isSql ||= /^(select|insert|merge|delete|truncate|copy|revoke)$/.test(word)
    previous = last
    last = word
  }
  return uses
}

/** Returns the tables and views that exist after all migrations. */
export function tablesIn(root: string): Set<string> {
  const tables = new Set(['schema_migrations'])
  for (const file of globSync('server/platform/db/migrations/*.sql', { cwd: root }).toSorted()) {
    const sql = readFileSync(join(root, file), 'utf8')
    for (const [, table = ''] of sql.matchAll(tableDropped)) tables.delete(table)
    for (const [, table = ''] of sql.matchAll(tableCreated)) tables.add(table)
  }
  return tables
}

/** Returns strings and whole templates of a file, which may be SQL, and the SQL that calls of `keyset`, `readRecords` and `staffRecords` make. */
function textsIn(path: string, source: string): { texts: string[]; strings: string[]; hidden: string[] } {
  const texts: string[] = []
  const strings: string[] = []
  const hidden: string[] = []
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') strings.push(node.value)
    },
    TemplateLiteral(node) {
      texts.push(source.slice(node.start + 1, node.end - 1))
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'Identifier' || !/^(keyset|readRecords|staffRecords)$/.test(callee.name)) return
      const list = given.at(-1)
      if (callee.name === 'staffRecords') {
        const table = list?.type === 'ObjectExpression' ? list.properties.find((one) => isNamed(one, 'table')) : undefined
        if (table?.type !== 'Property' || table.value.type !== 'Literal') hidden.push(callee.name)
        else texts.push(`update ${String(table.value.value)}`, `select 1 from ${String(table.value.value)}`)
        // The texts of `from` and `select` are read as strings of the file.
        return
      }
      const from = list?.type === 'ObjectExpression' ? list.properties.find((one) => isNamed(one, 'from')) : undefined
      if (from?.type === 'Property' && from.value.type === 'Literal') texts.push(`from ${String(from.value.value)}`)
      else if (from?.type === 'Property' && from.value.type === 'TemplateLiteral')
        texts.push(`from ${source.slice(from.value.start + 1, from.value.end - 1)}`)
      else hidden.push(callee.name)
    },
  }).visit(parseSync(path, source).program)
  return { texts: [...texts, ...strings], strings, hidden }
}

function isNamed(one: ObjectProperty | SpreadElement, name: string): boolean {
  return one.type === 'Property' && !one.computed && one.key.type === 'Identifier' && one.key.name === name
}

/** Returns every breach of the table rules as one line. */
export function checkTables(
  root: string,
  rules: Record<string, TableRule>,
  dynamic: Record<string, DynamicTables> = {},
): string[] {
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
  /** Files whose SQL computes a table. */
  const computed = new Set<string>()
  for (const file of globSync('server/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts'] }).toSorted()) {
    const folder = file.split('/')[1] ?? ''
    const { owns = [], reads = [], writes = {} } = rules[folder] ?? {}
    const { texts, strings, hidden } = textsIn(file, readFileSync(join(root, file), 'utf8'))
    if (hidden.length > 0 && dynamic[file]) computed.add(file)
    else for (const call of hidden) breaches.push(`${file}: a call of ${call} does not name its table as text`)
    const uses = texts.flatMap(usesIn)
    if (uses.some(({ table }) => table === undefined)) {
      const listed = dynamic[file]
      computed.add(file)
      if (!listed) breaches.push(`${file}: SQL computes a table, which no rule declares`)
      for (const table of listed?.tables ?? []) {
        uses.push({ isWrite: true, table })
        if (!strings.includes(table))
          breaches.push(`${file}: the rule of computed tables declares ${table}, which it does not name as a text`)
      }
      for (const table of strings)
        if (listed && tables.has(table) && !listed.tables.includes(table))
          breaches.push(`${file}: names ${table}, which the rule of computed tables does not declare`)
    }
    for (const { isWrite, table } of uses) {
      if (table === undefined || !tables.has(table) || owns.includes(table)) continue
      used.add(`${folder} ${isWrite ? 'writes' : 'reads'} ${table}`)
      if (isWrite ? !(table in writes) : !reads.includes(table) && !(table in writes)) {
        breaches.push(`${file}: ${folder} ${isWrite ? 'writes' : 'reads'} ${table} of another folder, which no rule declares`)
      }
    }
  }
  for (const file of Object.keys(dynamic))
    if (!computed.has(file)) breaches.push(`${file}: the rule of computed tables is not used`)
  for (const [folder, { reads = [], writes = {} }] of Object.entries(rules)) {
    for (const table of reads)
      if (!used.has(`${folder} reads ${table}`)) breaches.push(`${folder} declares to read ${table} and does not`)
    for (const table of Object.keys(writes)) {
      if (!used.has(`${folder} writes ${table}`)) breaches.push(`${folder} declares to write ${table} and does not`)
    }
  }
  return [...new Set(breaches)]
}
