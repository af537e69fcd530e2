import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { describeSchema, drawTables } from '#scripts/describe-schema.ts'
import { readTables } from '#scripts/read-tables.ts'

const server = join(import.meta.dirname, '../..')
const heading = '\n## Tables\n'
const sentence =
  '`tables.ts` says what each holds, who else uses it, and its rules. `server/platform/db/schema.sql` has the columns.\n'

test('schema.sql is what the migrations make', async () => {
  const { db } = await createTestApp()
  await expect(await describeSchema(db, await readTables())).toMatchFileSnapshot('schema.sql')
})

test('each district shows a diagram of its tables', async () => {
  const { db } = await createTestApp()
  for (const [district, declared] of await readTables()) {
    const file = join(server, district, 'README.md')
    const [text = ''] = readFileSync(file, 'utf8').split(heading)
    expect(text.trimEnd().split('\n').length, file).toBeLessThanOrEqual(25)
    await expect(`${text.trimEnd()}\n${heading}\n${sentence}\n${await drawTables(db, declared)}\n`).toMatchFileSnapshot(file)
  }
})
