import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { listSegments } from '#postgres/archive.ts'
import { launchPostgres, type Postgres } from '#postgres/launch.ts'
import { hasTool } from '#scripts/offsite.ts'
import { compareFacts, readFacts } from '#server/platform/backups/facts.ts'
import { openClient } from '#server/platform/backups/find-cluster.ts'
import { type BackupSet, listSets } from '#server/platform/backups/manifest.ts'
import { connect } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { startLoad } from './load.ts'
import { openOutside, setSchoolAddress } from './open-outside.ts'
import { authSecret, spawnServer, until } from './spawn-server.ts'

const log = pino({ level: 'silent' })
const root = join(import.meta.dirname, '..', '..')
const passphrase = 'five words of a sentence'

interface School {
  folder: string
  dataDir: string
  /** Where the sets are made. */
  place: string
  postgres: Postgres
  db: pg.Pool
  /** Runs an operator's command as npm does. */
  run(command: string, args?: string[], env?: Record<string, string>): Promise<{ code: number | null; out: string }>
  backUp(): Promise<BackupSet>
  /** Counts rows of a restored data folder. */
  ask(dataDir: string, sql: string): Promise<unknown[]>
}

/** A school on the embedded PostgreSQL as a deployment runs it, with files. */
async function openSchool(): Promise<School> {
  const folder = makeFolder('backups-')
  // PostgreSQL may run as another account.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const place = join(folder, 'sets')
  mkdirSync(dataDir, { mode: 0o711 })
  const postgres = await launchPostgres({ dataDir: join(dataDir, 'postgres') })
  const db = connect(postgres.connectionString, { max: 4, log, actor: 'system' })
  onTestFinished(async () => {
    await db.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await migrate(db)
  await db.query('update school_opening set opened_at = app_now()')
  for (const path of ['media/work/1/answer.pdf', 'recordings/1/index.m3u8']) {
    mkdirSync(join(dataDir, path, '..'), { recursive: true })
    writeFileSync(join(dataDir, path), `the content of ${path}`)
  }
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataDir,
    AUTH_SECRET: authSecret,
    BACKUP_PASSPHRASE: passphrase,
    DISK_RESERVE_MB: '0',
  }
  const run: School['run'] = async (command, args = [], more = {}) => {
    const child = spawn(process.execPath, [join(root, 'scripts', 'bootstrap.mjs'), command, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, ...more },
    })
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { code: code as number | null, out: out + err }
  }
  return {
    folder,
    dataDir,
    place,
    postgres,
    db,
    run,
    async backUp() {
      expect(await run('backup', ['--to', 'sets'])).toMatchObject({ code: 0, out: expect.stringMatching(/^The backup is in /) })
      const [newest] = await listSets(place)
      if (!newest) throw new Error('there is no set')
      return newest
    },
    async ask(restored, sql) {
      const own = await launchPostgres({ dataDir: join(restored, 'postgres') })
      const client = await openClient(own.connectionString)
      try {
        return (await client.query(sql)).rows
      } finally {
        await client.end()
        await own.stop()
      }
    },
  }
}

const verified = { code: 0, out: expect.stringMatching(/every sum of money and every checksum agree\.\n$/) }

test('a backup made during a sale restores one moment', async () => {
  const school = await openSchool()
  const { db, dataDir } = school
  const outside = await openOutside()
  const { batchId } = await sellCourse(db)
  await setSchoolAddress(db)
  const server = await spawnServer({ databaseUrl: school.postgres.connectionString, dataDir, ...outside })
  const load = startLoad(server, batchId, outside.pay)
  await until('places are sold', async () => load.acknowledged.enrolled.length >= 5)
  const before = [...load.acknowledged.enrolled]
  const set = await school.backUp()
  const during = load.count()
  await until('the sale goes on', async () => load.count() >= during + 10)
  await load.stop()
  expect(load.refused).toEqual([])
  expect(await school.run('backup:verify', ['sets'])).toEqual(verified)
  expect((await db.query(`select name, problem from backups where verified_at is not null`)).rows).toEqual([
    { name: set.manifest.name, problem: null },
  ])
  expect((await db.query(`select actor_kind, operation from audit_log where table_name = 'backups' order by id`)).rows).toEqual([
    { actor_kind: 'operator', operation: 'insert' },
    { actor_kind: 'operator', operation: 'update' },
  ])

  const restored = join(school.folder, 'restored')
  expect(await school.run('restore', ['--from', set.folder, '--into', restored])).toMatchObject({ code: 0 })
  // The same again would write over a school.
  expect(await school.run('restore', ['--from', set.folder, '--into', restored])).toMatchObject({ code: 1 })
  expect(readFileSync(join(restored, 'media/work/1/answer.pdf'), 'utf8')).toBe('the content of media/work/1/answer.pdf')
  expect(readFileSync(join(restored, 'restored.env'), 'utf8')).toContain(`AUTH_SECRET='${authSecret}'`)
  const own = await launchPostgres({ dataDir: join(restored, 'postgres') })
  const client = await openClient(own.connectionString)
  onTestFinished(async () => {
    await client.end()
    await own.stop()
  })
  // What the restore itself stores.
  expect(compareFacts(set.manifest, await readFacts(client), { restores: 1, audit_log: 1 })).toEqual([])
  const { rows: lost } = await client.query(
    `select one from unnest($1::text[]) one where not exists (
       select from users u join enrolments e on e.user_id = u.id join receipts r on r.payment_id = e.payment_id where u.email = one)`,
    [before],
  )
  expect(lost).toEqual([])
  const { rows: partial } = await client.query(
    `select (select count(*)::int from payments p where disposition = 'enrolled' and not exists (select from enrolments e where e.payment_id = p.id)) as unenrolled,
       (select count(*)::int from restores where answered_at is null) as asked`,
  )
  expect(partial).toEqual([{ unenrolled: 0, asked: 1 }])
})

test('a restore brings back the minute before a mistake', async () => {
  const school = await openSchool()
  const { db } = school
  const { courseId: first } = await sellCourse(db)
  const set = await school.backUp()
  const { courseId } = await sellCourse(db)
  const { rows } = await db.query<{ before: Date }>('select clock_timestamp() as before')
  await db.query('delete from batches where course_id = $1', [courseId])
  await db.query('delete from courses where id = $1', [courseId])
  const { courseId: later } = await sellCourse(db)
  const before = rows[0]?.before.toISOString() ?? ''
  const courses = 'select array_agg(id order by id) as ids from courses'
  const restore = (args: string[]) => school.run('restore', ['--from', 'sets', ...args])

  const to = join(school.folder, 'minute-before')
  expect(await restore(['--to', before, '--into', to])).toMatchObject({ code: 0 })
  expect(await school.ask(to, courses)).toEqual([{ ids: [first, courseId] }])
  const now = join(school.folder, 'now')
  expect(await restore(['--to', new Date().toISOString(), '--into', now])).toMatchObject({ code: 0 })
  expect(await school.ask(now, courses)).toEqual([{ ids: [first, later] }])
  const ofSet = join(school.folder, 'of-set')
  expect(await restore(['--into', ofSet])).toMatchObject({ code: 0 })
  expect(await school.ask(ofSet, courses)).toEqual([{ ids: [first] }])

  expect(await restore([])).toEqual({ code: 1, out: expect.stringMatching(/is running\. Stop it first/) })
  expect(await restore(['--to', '2020-01-01 10:04', '--into', 'too-early'])).toEqual({
    code: 1,
    out: expect.stringMatching(/^Each set in .* is later than that time/),
  })
  expect(await restore(['--to', 'yesterday', '--into', 'x'])).toEqual({ code: 2, out: expect.stringMatching(/^npm run backup/) })
  expect(existsSync(set.folder)).toBe(true)

  // A stopped school is replaced, and the former one is kept.
  await school.postgres.stop()
  expect(await restore(['--to', before])).toMatchObject({ code: 0, out: expect.stringContaining('The former one is kept in') })
  expect(await school.ask(school.dataDir, courses)).toEqual([{ ids: [first, courseId] }])
  const former = readdirSync(school.folder).find((name) => name.startsWith('data.before-')) ?? ''
  expect(await school.ask(join(school.folder, former), courses)).toEqual([{ ids: [first, later] }])
})

test('a restore to a time gives no number twice', async () => {
  const school = await openSchool()
  const outside = await openOutside()
  const { batchId } = await sellCourse(school.db)
  await setSchoolAddress(school.db)
  const numbersOf = async (db: pg.Pool) =>
    (await db.query<{ number: number }>('select number from receipts order by number')).rows.map(({ number }) => number)
  const sell = async (connectionString: string, dataDir: string, db: pg.Pool, more: number) => {
    const server = await spawnServer({ databaseUrl: connectionString, dataDir, ...outside })
    const load = startLoad(server, batchId, outside.pay)
    const before = (await numbersOf(db)).length
    await until('receipts are issued', async () => (await numbersOf(db)).length >= before + more)
    await load.stop()
    expect(load.refused).toEqual([])
    await server.stop()
  }
  await school.backUp()
  const { connectionString } = school.postgres
  await sell(connectionString, school.dataDir, school.db, 2)
  const moment = new Date().toISOString()
  const then = await numbersOf(school.db)
  await sell(connectionString, school.dataDir, school.db, 3)
  const given = await numbersOf(school.db)
  expect(given.length).toBeGreaterThan(then.length)

  const dataDir = join(school.folder, 'restored')
  expect(await school.run('restore', ['--from', 'sets', '--to', moment, '--into', dataDir])).toMatchObject({ code: 0 })
  const own = await launchPostgres({ dataDir: join(dataDir, 'postgres') })
  const db = connect(own.connectionString, { max: 3, log, actor: 'system' })
  onTestFinished(async () => {
    await db.end()
    await own.stop()
  })
  expect(await numbersOf(db)).toEqual(then)
  expect(await school.run('payments', ['issued', 'new'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  await sell(own.connectionString, dataDir, db, 2)
  const after = (await numbersOf(db)).slice(then.length)
  expect(after.length).toBeGreaterThanOrEqual(2)
  expect(after.filter((number) => given.includes(number))).toEqual([])
})

test('a log with a gap brings back no later time', async () => {
  const school = await openSchool()
  const set = await school.backUp()
  await sellCourse(school.db)
  const moment = new Date().toISOString()
  await sellCourse(school.db)
  await school.db.query('select pg_switch_wal()')
  // On a machine that has the set alone, the log ends with it.
  const elsewhere = { DATA_DIR: join(school.folder, 'elsewhere') }
  expect(await school.run('restore', ['--from', 'sets', '--to', moment, '--into', 'restored'], elsewhere)).toEqual({
    code: 1,
    out: expect.stringMatching(/^The log of this set ends before /),
  })
  expect(readdirSync(school.folder).filter((name) => name.startsWith('restored'))).toEqual([])

  // With the archive, which was carried along, it goes on.
  const archive = join(school.dataDir, 'postgres', 'archive')
  const ofSet = listSegments(join(set.folder, 'wal')).at(-1) ?? ''
  await until('the log is archived', async () => listSegments(archive).some((segment) => segment > ofSet))
  for (const segment of listSegments(archive)) copyFileSync(join(archive, segment), join(set.folder, 'wal', segment))
  expect(await school.run('restore', ['--from', 'sets', '--to', moment, '--into', 'restored'], elsewhere)).toMatchObject({
    code: 0,
  })
  expect(await school.ask(join(school.folder, 'restored'), 'select count(*)::int as courses from courses')).toEqual([
    { courses: 1 },
  ])
})

test('a verification finds a flipped byte, and a restore refuses it', async () => {
  const school = await openSchool()
  await sellCourse(school.db)
  const set = await school.backUp()
  expect(await school.run('backup:verify', ['sets'])).toEqual(verified)
  const file = join(set.folder, 'database', 'global', '1260')
  const content = readFileSync(file)
  content.writeUInt8(content.readUInt8(100) ^ 1, 100)
  writeFileSync(file, content)
  const refused = { code: 1, out: expect.stringMatching(/global\/1260 has changed since the set was made/) }
  expect(await school.run('backup:verify', ['sets'])).toEqual(refused)
  expect((await school.db.query('select verified_at, problem from backups')).rows).toEqual([
    { verified_at: null, problem: expect.stringContaining('1260') },
  ])
  expect(await school.run('restore', ['--from', 'sets', '--into', 'restored'])).toEqual(refused)
  expect(await school.run('restore', ['--from', 'sets', '--into', 'restored'], { BACKUP_PASSPHRASE: `${passphrase}!` })).toEqual({
    code: 1,
    out: expect.stringMatching(/^BACKUP_PASSPHRASE does not open the keys/),
  })
})

test('a killed backup leaves no set', async () => {
  const school = await openSchool()
  mkdirSync(school.place)
  const begun = Promise.withResolvers<string>()
  const watcher = watch(school.place, (_event, name) => name?.startsWith('.unfinished-') && begun.resolve(name))
  const running = school.run('backup', ['--to', 'sets'])
  const name = await begun.promise
  watcher.close()
  process.kill(Number(name.split('-')[1]), 'SIGKILL')
  expect((await running).code).not.toBe(0)
  expect(readdirSync(school.place)).toEqual([name])
  expect(await listSets(school.place)).toEqual([])
  expect(await school.run('backup:verify', ['sets'])).toMatchObject({ code: 1 })
  await school.backUp()
  expect(readdirSync(school.place)).toHaveLength(1)
})

/** Whether a test can mount a small file system, to fill it. */
function canMount(): boolean {
  const point = makeFolder('mount-')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', point], { stdio: 'ignore' })
    execFileSync('umount', [point])
    return true
  } catch {
    return false
  } finally {
    rmSync(point, { recursive: true })
  }
}

test.runIf(canMount())('a full disk leaves no set and says so', async () => {
  const school = await openSchool()
  mkdirSync(school.place)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'none', school.place])
  onTestFinished(() => void execFileSync('umount', ['-l', school.place]))
  const refused = await school.run('backup', ['--to', 'sets'])
  expect(refused).toEqual({ code: 1, out: expect.stringMatching(/^\S+ can not be written: the disk is full\n$/) })
  expect(readdirSync(school.place)).toEqual([])
  expect((await school.db.query('select made_at, problem from backups')).rows).toEqual([
    { made_at: null, problem: refused.out.trim() },
  ])
  execFileSync('mount', ['-o', 'remount,size=400m', school.place])
  await school.backUp()
})

test('another PostgreSQL is backed up as a snapshot that restores embedded', async () => {
  const school = await openSchool()
  await sellCourse(school.db)
  // As if it were elsewhere: its files are not those of this data folder.
  const dataDir = join(school.folder, 'other')
  mkdirSync(join(dataDir, 'media'), { recursive: true })
  writeFileSync(join(dataDir, 'media', 'one'), 'a picture')
  const env = { DATABASE_URL: school.postgres.connectionString, DATA_DIR: dataDir, BACKUP_DIR: school.place }
  expect(await school.run('backup', [], env)).toMatchObject({ code: 0 })
  const [set] = await listSets(school.place)
  expect(set?.manifest.database.kind).toBe('snapshot')
  expect(await school.run('backup:verify', [], env)).toEqual(verified)
  expect(await school.run('restore', ['--from', 'sets', '--into', 'restored'])).toMatchObject({ code: 0 })
  expect(await school.ask(join(school.folder, 'restored'), 'select count(*)::int as courses from courses')).toEqual([
    { courses: 1 },
  ])
  expect(readFileSync(join(school.folder, 'restored/media/one'), 'utf8')).toBe('a picture')
})

test('old sets and the log that they need are removed', async () => {
  const school = await openSchool()
  const env = { BACKUP_DIR: school.place, BACKUP_KEEP_DAYS: '1' }
  expect(await school.run('backup', [], env)).toMatchObject({ code: 0 })
  const archive = join(school.dataDir, 'postgres', 'archive')
  const [first] = await listSets(school.place)
  await until('its log is archived', async () => readdirSync(archive).length > 0)
  await school.db.query(`update backups set made_at = made_at - interval '9 days'`)
  // By default seven stay whatever their age.
  for (let more = 0; more < 7; more++) expect(await school.run('backup', [], env)).toMatchObject({ code: 0 })
  const left = await listSets(school.place)
  expect(left).toHaveLength(7)
  expect(left.map(({ manifest }) => manifest.name)).not.toContain(first?.manifest.name)
  expect((await school.db.query('select name from backups where removed_at is not null')).rows).toEqual([
    { name: first?.manifest.name },
  ])
  const oldest = left.at(-1)?.manifest.database
  const needed = oldest?.kind === 'cluster' ? oldest.first_segment : ''
  expect(readdirSync(archive).filter((segment) => segment < needed)).toEqual([])
})

test.runIf(hasTool('restic'))('a set that restic brought elsewhere and back is whole', async () => {
  const school = await openSchool()
  const set = await school.backUp()
  const env = {
    PATH: process.env.PATH,
    RESTIC_PASSWORD: passphrase,
    RESTIC_REPOSITORY: join(school.folder, 'repository'),
    HOME: school.folder,
  }
  const restic = (...args: string[]) => execFileSync('restic', args, { env, stdio: 'pipe', cwd: school.folder })
  restic('init')
  restic('backup', school.place, '--exclude', '.unfinished-*')
  rmSync(school.place, { recursive: true })
  const back = join(school.folder, 'back')
  restic('restore', 'latest', '--target', back)
  expect(await school.run('backup:verify', [join(back, set.folder)])).toEqual(verified)
})

test.runIf(hasTool('rclone'))('a set that rclone brought elsewhere and back is whole', async () => {
  const school = await openSchool()
  const set = await school.backUp()
  const away = join(school.folder, 'away')
  const rclone = (...args: string[]) =>
    execFileSync('rclone', args, { env: { PATH: process.env.PATH, HOME: school.folder }, stdio: 'pipe' })
  rclone('copy', '--exclude', '.unfinished-*/**', '--exclude', 'manifest.json', school.place, away)
  expect(await listSets(away)).toEqual([])
  rclone('copy', '--exclude', '.unfinished-*/**', school.place, away)
  rmSync(school.place, { recursive: true })
  expect(await school.run('backup:verify', ['away'])).toEqual(verified)
  const restored = join(school.folder, 'restored')
  expect(await school.run('restore', ['--from', join(away, set.manifest.name), '--into', restored])).toMatchObject({ code: 0 })
  expect(await school.ask(restored, 'select count(*)::int as backups from backups')).toEqual([{ backups: 0 }])
})
