import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationsFolder } from '#server/platform/db/read-migrations.ts'
import { version } from '#server/platform/release/release.ts'
import { joinAsOwner } from '#tests/faults/join-staff.ts'
import { expectAllStored, startLoad } from '#tests/faults/load.ts'
import { openDatabase } from '#tests/faults/open-database.ts'
import { openOutside, setSchoolAddress } from '#tests/faults/open-outside.ts'
import { type Server, spawnServer, until } from '#tests/faults/spawn-server.ts'
import { releases } from '#tests/runner/releases.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { provideFormerRelease } from './former-release.ts'

let former = ''
beforeAll(() => {
  former = provideFormerRelease()
}, 900_000)

const here = join(import.meta.dirname, '../..')

/** A database that this version has migrated, with a course for sale. */
async function openSchool() {
  const { db, url } = await openDatabase({ max: 4 })
  const { courseId, batchId } = await sellCourse(db)
  await setSchoolAddress(db)
  return { db, url, courseId, batchId, outside: await openOutside() }
}

async function versionOf({ url }: Server): Promise<unknown> {
  return ((await (await fetch(`${url}/health`)).json()) as { version: unknown }).version
}

/** Pages with their files as a browser loads them, and sales. */
async function expectToServe(server: Server, { db, batchId, outside }: Awaited<ReturnType<typeof openSchool>>): Promise<void> {
  for (const path of ['/', '/courses', '/login', '/console']) {
    const page = await fetch(server.url + path, { headers: { accept: 'text/html' } })
    const html = await page.text()
    expect([path, page.status]).toEqual([path, 200])
    const [script] = /\/(?:console\/)?assets\/[\w.-]+\.js/.exec(html) ?? []
    expect([path, (await fetch(server.url + script)).status]).toEqual([path, 200])
  }
  const load = startLoad(server, batchId, outside.pay)
  await until('seats are sold', async () => load.acknowledged.enrolled.length >= 5)
  await load.stop()
  expect(load.refused).toEqual([])
  await expectAllStored(server, db, load)
}

/** The migrations of this version and one more, as the next version has them. */
function addMigration(name: string, sql: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(migrationsFolder, folder, { recursive: true })
  writeFileSync(join(folder, `${name}.sql`), sql)
  return folder
}

test('the release before sells and edits on today’s tables', async () => {
  const school = await openSchool()
  // The next release adds a column that the former one does not know.
  const folder = addMigration('9998_expand', 'alter table courses add column of_the_next_version text')
  expect(await migrate(school.db, folder)).toEqual(['9998_expand'])
  const server = await spawnServer({ root: former, databaseUrl: school.url, ...school.outside })
  expect(await versionOf(server)).toBe(releases.at(-1)?.version)
  await expectToServe(server, school)

  const staff = await joinAsOwner(server, { db: school.db, databaseUrl: school.url })
  const path = `courses/${school.courseId}/`
  const { version: known } = await staff<{ version: number }>('GET', path)
  await staff('PATCH', path, { body: { title: 'Changed by the version before' }, version: known })
  const { rows } = await school.db.query('select title from courses where id = $1', [school.courseId])
  expect(rows).toEqual([{ title: 'Changed by the version before' }])
})

test('a school goes up a version and back with its sales', async () => {
  const school = await openSchool()
  const server = await spawnServer({ root: former, databaseUrl: school.url, ...school.outside })
  for (const [root, expected] of [
    [here, version],
    [former, releases.at(-1)?.version],
  ] as const) {
    await expectToServe(server, school)
    await server.stop()
    server.changeVersion(root)
    await server.restart()
    expect(await versionOf(server)).toBe(expected)
  }
  await expectToServe(server, school)
})

test('the release before refuses to start over a contract step', async () => {
  const { db, url } = await openDatabase()
  const folder = addMigration(
    '9999_contract',
    '-- contract: nobody reads it\nalter table courses rename column overview to about',
  )
  expect(await migrate(db, folder)).toEqual(['9999_contract'])
  const started = spawnSync(process.execPath, [join(former, 'server', 'main.ts')], {
    cwd: former,
    encoding: 'utf8',
    timeout: 60_000,
    env: {
      PATH: process.env.PATH,
      APP_ENV: 'test',
      PORT: '0',
      DATABASE_URL: url,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'School <hello@school.example>',
      RAZORPAY_KEY_ID: 'rzp_test_of_the_test',
      RAZORPAY_KEY_SECRET: 'a secret of the test',
      RAZORPAY_WEBHOOK_SECRET: 'a webhook secret of the test',
      PUBLIC_URL: 'http://127.0.0.1:1',
      AUTH_SECRET: 'an auth secret of the tests that is long enough to sign with',
    },
  })
  expect(started.status).toBe(1)
  expect(started.stdout + started.stderr).toMatch(
    /contract step 9999_contract of a newer version, .* or restore a backup from before \d{4}-\d\d-\d\dT\S+Z \(npm run restore\)/,
  )
})
