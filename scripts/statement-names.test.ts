import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

interface Named {
  file: string
  /** The prepared statement's name. */
  sql: string
  /** The constant that holds the statement, if any. */
  constant: string | undefined
}

function nameOf(init: Expression | null): string | undefined {
  if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'statement') return undefined
  const [name] = init.arguments
  return name?.type === 'Literal' && typeof name.value === 'string' ? name.value : undefined
}

function statementsIn(file: string): Named[] {
  // The key is the call's position, because the call of a constant is visited twice.
  const found = new Map<number, Named>()
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  new Visitor({
    VariableDeclarator({ id, init }) {
      const sql = nameOf(init)
      if (sql && init && id.type === 'Identifier') found.set(init.start, { file, sql, constant: id.name })
    },
    CallExpression(call) {
      const sql = nameOf(call)
      if (sql && !found.has(call.start)) found.set(call.start, { file, sql, constant: undefined })
    },
  }).visit(program)
  return [...found.values()]
}

const statements = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).flatMap(statementsIn)
const camelCase = (name: string) => name.replaceAll(/_([a-z\d])/g, (_, character: string) => character.toUpperCase())

test('a statement constant is its SQL name in camelCase', () => {
  expect(statements.length).toBeGreaterThan(200)
  expect(statements.filter(({ constant, sql }) => constant !== undefined && constant !== camelCase(sql))).toEqual([])
})

test('a statement name has more than one word', () => {
  expect(statements.filter(({ sql }) => !sql.includes('_'))).toEqual([])
})

test('no two statements share a name', () => {
  const files = new Map<string, string[]>()
  for (const { sql, file } of statements) files.set(sql, [...(files.get(sql) ?? []), file])
  expect([...files].filter(([, list]) => list.length > 1)).toEqual([])
})
