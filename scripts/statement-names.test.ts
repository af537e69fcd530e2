import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

interface Named {
  file: string
  /** The prepared statement's name, or the beginning that names made from it share. */
  sql: string
  /** Whether the code adds to the name. */
  isPrefix: boolean
  /** The constant that holds the statement, if any. */
  constant: string | undefined
}

type Name = Pick<Named, 'sql' | 'isPrefix'>

/** Returns the names that a call gives to its statements. A name is '' when it does not begin with text. */
function namesOf(init: Expression | null): Name[] {
  if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return []
  const [first] = init.arguments
  if (init.callee.name === 'statement') return first ? [textOf(first)] : []
  if (!/^(keyset|readRecords|staffRecords)$/.test(init.callee.name)) return []
  const definition = init.arguments.at(-1)
  const property =
    definition?.type === 'ObjectExpression'
      ? definition.properties.find((one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'name')
      : undefined
  const list = property?.type === 'Property' ? textOf(property.value) : { sql: '', isPrefix: true }
  if (list.isPrefix) return [{ sql: '', isPrefix: true }]
  return [
    { sql: `${list.sql}_by_`, isPrefix: true },
    { sql: `${list.sql}_count`, isPrefix: false },
    ...usesOf(init.callee.name).map((use) => ({ sql: `${list.sql}_${use}`, isPrefix: false })),
  ]
}

/** What a maker's statements besides those of its list are for. */
function usesOf(maker: string): string[] {
  if (maker === 'staffRecords') return ['one', 'insert', 'update']
  return maker === 'readRecords' ? ['one'] : []
}

function textOf(node: Argument): Name {
  if (node.type === 'Literal' && typeof node.value === 'string') return { sql: node.value, isPrefix: false }
  if (node.type !== 'TemplateLiteral') return { sql: '', isPrefix: true }
  return { sql: node.quasis[0]?.value.raw ?? '', isPrefix: node.expressions.length > 0 }
}

function statementsOf(file: string, source: string): Named[] {
  // The key is the call's position, because the call of a constant is visited twice.
  const found = new Map<number, Named[]>()
  const { program } = parseSync(file, source)
  const add = (call: Expression, constant: string | undefined) => {
    // The constant of a list is not the name of one of its statements.
    const isStatement = call.type === 'CallExpression' && call.callee.type === 'Identifier' && call.callee.name === 'statement'
    if (!found.has(call.start))
      found.set(
        call.start,
        namesOf(call).map((name) => ({ file, ...name, constant: isStatement ? constant : undefined })),
      )
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init && id.type === 'Identifier') add(init, id.name)
    },
    CallExpression(call) {
      add(call, undefined)
    },
  }).visit(program)
  return [...found.values()].flat()
}

/** Returns each clash of names as one line: the prepared statements of a connection need different names. */
function clashesOf(names: readonly Named[]): string[] {
  const unreadable = names.filter(({ sql }) => sql === '')
  const readable = names.filter(({ sql }) => sql !== '')
  const covers = (one: Named, other: Named) =>
    one.isPrefix ? other.sql.startsWith(one.sql) : other.sql === one.sql && !other.isPrefix
  return [
    ...unreadable.map(({ file }) => `${file}: the name of a statement does not begin with text`),
    ...readable.flatMap((one, index) =>
      readable
        .slice(0, index)
        .filter((other) => covers(one, other) || covers(other, one))
        .map((other) => `${one.sql} of ${one.file} and ${other.sql} of ${other.file}`),
    ),
  ]
}

// These files make names from those of their calls, which are read there.
const makers = [
  'server/platform/db/keyset.ts',
  'server/platform/records/read-records.ts',
  'server/platform/records/staff-records.ts',
]
const named = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', ...makers] })
  .toSorted()
  .flatMap((file) => statementsOf(file, readFileSync(join(root, file), 'utf8')))
const statements = named.filter(({ isPrefix }) => !isPrefix)
const camelCase = (name: string) => name.replaceAll(/_([a-z\d])/g, (_, character: string) => character.toUpperCase())

test('a statement constant is its SQL name in camelCase', () => {
  expect(statements.length).toBeGreaterThan(200)
  expect(statements.filter(({ constant, sql }) => constant !== undefined && constant !== camelCase(sql))).toEqual([])
})

test('a statement name has more than one word', () => {
  expect(statements.filter(({ sql }) => !sql.includes('_'))).toEqual([])
})

test('no two statements share a name', () => {
  expect(named.filter(({ isPrefix }) => isPrefix).length).toBeGreaterThan(1)
  expect(clashesOf(named)).toEqual([])
})

const list = `keyset({ name: 'leads_for_staff', from: 'leads' })`
test.each([
  ["statement('read_lead', '')", "statement('read_lead', '')"],
  [list, list],
  [list, "statement('leads_for_staff_by_name_asc', '')"],
  [list, "statement('leads_for_staff_count', '')"],
  ["staffRecords(leads, { name: 'leads_for_staff' })", "statement('leads_for_staff_update', '')"],
  ["readRecords(leads, { name: 'leads_for_staff' })", "statement('leads_for_staff_one', '')"],
  ['statement(`export_${part}`, text)', "statement('export_leads', '')"],
  ['statement(`export_${part}`, text)', 'statement(`export_${name}`, text)'],
])('refuses the same name in %s and %s', (first, second) => {
  expect(clashesOf([...statementsOf('a.ts', first), ...statementsOf('b.ts', second)])).not.toEqual([])
})

test('a similar name is no clash', () => {
  const others = "statement('leads_for_staff', ''); statement('leads_for_staff_counted', ''); statement('exported_leads', '')"
  expect(clashesOf(statementsOf('a.ts', `${list}; statement(\`export_\${part}\`, text); ${others}`))).toEqual([])
})

test.each(['statement(name, text)', 'keyset({ from })', 'keyset(list)', 'staffRecords(leads, definition)'])(
  'refuses a name that is not text: %s',
  (source) => {
    expect(clashesOf(statementsOf('a.ts', source))).toEqual(['a.ts: the name of a statement does not begin with text'])
  },
)
