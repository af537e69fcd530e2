import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proofs } from './messages.ts'
import { testIdsIn } from './read-source.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Row {
  id: string
  files: string[]
}

/** Returns the table rows that begin with an id, each with its test files. */
function rowsOf(document: string): Row[] {
  return read(document)
    .split('\n')
    .flatMap((line) => {
      const id = /^\| ([A-Z]{3}-\d+) \|/.exec(line)?.[1]
      return id
        ? [{ id, files: [...line.matchAll(/`([\w./-]+(?:\.test\.tsx?|\/try-screens\.ts))`/g)].map(([, file = '']) => file) }]
        : []
    })
}

// `try-screens.ts` declares the test of each screen.
const files = globSync(
  ['{contract,server,ui,web,demo,dev,postgres,scripts,tests}/**/*.test.{ts,tsx}', 'tests/e2e/try-screens.ts'],
  {
    cwd: root,
  },
)
const idsOf = new Map(files.map((file) => [file, testIdsIn(file, read(file))]))
const documents = {
  SEC: rowsOf('docs/security.md'),
  PAY: rowsOf('docs/payments.md'),
  DEP: rowsOf('docs/upgrading-dependencies.md'),
}
const fewest: Record<string, number> = { SEC: 41, PAY: 41, DEP: 9 }

test.each(Object.entries(documents))('every %s row names files with a matching test', (kind, rows) => {
  expect(rows.length).toBeGreaterThanOrEqual(fewest[kind] ?? Infinity)
  const missing = rows.flatMap(({ id, files }) =>
    files.filter((file) => !idsOf.get(file)?.includes(id)).map((file) => `${id} ${file}`),
  )
  expect(missing).toEqual([])
  expect(new Set(rows.map(({ id }) => id)).size, `${kind} ids`).toBe(rows.length)
})

test('every test id is listed in its document', () => {
  const known = new Set<string>([
    ...Object.values(documents).flatMap((rows) => rows.flatMap(({ id, files }) => files.map((file) => `${id} ${file}`))),
    ...proofs.map((proof) => `${proof.test} ${proof.file}`),
  ])
  const unknown = [...idsOf].flatMap(([file, ids]) => ids.map((id) => `${id} ${file}`).filter((one) => !known.has(one)))
  expect(unknown).toEqual([])
})

test('every internal of a dependency has a test', () => {
  for (const { id, files } of documents.DEP) expect(files, id).not.toEqual([])
})

test('lists all payment cases with their tests', () => {
  expect(documents.PAY.map(({ id }) => id)).toEqual(
    Array.from({ length: 79 }, (_, index) => `PAY-${String(index + 1).padStart(2, '0')}`),
  )
  for (const { id, files } of documents.PAY) expect(files, id).not.toEqual([])
})
