import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { launchPostgres } from './launch.ts'

let folder: string
const ends: (() => Promise<unknown>)[] = []

/** Whether a test can mount a small file system, to fill it. */
function canMount(): boolean {
  const point = mkdtempSync(join(tmpdir(), 'mount-'))
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

beforeEach(() => {
  folder = makeFolder('launch-')
  // Passable by the account that PostgreSQL runs as when the tests run as root.
  chmodSync(folder, 0o711)
})

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  rmSync(folder, { recursive: true, force: true })
})

const pauses = { shortest: 20, longest: 200 }

async function launch(dataDir = join(folder, 'postgres'), log?: (line: string) => void, between = pauses) {
  const postgres = await launchPostgres({ dataDir, fsync: false, pauses: between, ...(log && { log }) })
  ends.push(postgres.stop)
  return postgres
}

async function launchFrom(template: string, name: string) {
  const postgres = await launchPostgres({ dataDir: join(folder, name), fsync: false, pauses, template })
  ends.push(postgres.stop)
  return postgres
}

async function ask(connectionString: string, sql: string): Promise<unknown> {
  const client = new pg.Client(connectionString)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

const postmaster = (cluster = join(folder, 'postgres', 'cluster')) =>
  Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])

test('copies a new cluster from a template', async () => {
  const first = await launch()
  await ask(first.connectionString, 'create table stored_rows as select 7 as value')
  await first.stop()
  const template = join(folder, 'postgres', 'cluster')
  const copied = await launchFrom(template, 'copied')
  expect(await ask(copied.connectionString, 'select value from stored_rows')).toBe(7)
  await ask(copied.connectionString, 'drop table stored_rows')
  const next = await launchFrom(template, 'next')
  expect(await ask(next.connectionString, 'select value from stored_rows')).toBe(7)
})

test('creates a cluster when no template can be copied', async () => {
  const [template, commands] = [join(folder, 'template'), join(folder, 'commands')]
  mkdirSync(commands)
  writeFileSync(join(commands, 'cp'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  vi.stubEnv('PATH', `${commands}:${process.env.PATH ?? ''}`)
  expect(await ask((await launchFrom(template, 'first')).connectionString, 'select 7')).toBe(7)
  mkdirSync(template)
  writeFileSync(join(template, 'PG_VERSION'), '18\n')
  expect(await ask((await launchFrom(template, 'second')).connectionString, 'select 7')).toBe(7)
  vi.unstubAllEnvs()
})

test('preserves rows across a stop and a start', async () => {
  const first = await launch()
  await ask(first.connectionString, 'create table stored_rows as select 7 as value')
  await first.stop()
  expect(existsSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
  const second = await launch()
  expect(second.startedHere).toBe(true)
  expect(await ask(second.connectionString, 'select value from stored_rows')).toBe(7)
})

test('concurrent starts share one server, and the last user stops it', async () => {
  const all = await Promise.all([launch(), launch(), launch()])
  expect(all.filter((one) => one.startedHere)).toHaveLength(1)
  expect(new Set(all.map((one) => one.connectionString)).size).toBe(1)
  await all.find((one) => one.startedHere)?.stop()
  const rest = all.filter((one) => !one.startedHere)
  expect(await ask(rest[0]!.connectionString, 'select 1')).toBe(1)
  for (const one of rest) await one.stop()
  await expect(ask(rest[0]!.connectionString, 'select 1')).rejects.toThrow()
})

/** Starts a server in another process and kills that process, so that the server is orphaned. */
async function leaveOrphan(dataDir: string): Promise<void> {
  const script = `const { launchPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'launch.ts'))})
    await launchPostgres({ dataDir: ${JSON.stringify(dataDir)}, fsync: false }); console.log('up'); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('joins an orphaned server and stops it', async () => {
  const dataDir = join(folder, 'postgres')
  await leaveOrphan(dataDir)
  const joined = await launch()
  expect(joined.startedHere).toBe(false)
  await joined.stop()
  expect(existsSync(join(dataDir, 'cluster', 'postmaster.pid'))).toBe(false)
})

const isBack = (connectionString: string) =>
  vi.waitFor(async () => expect(await ask(connectionString, 'select 1')).toBe(1), { timeout: 20_000, interval: 20 })

/** Puts a server that closes every connection in place of PostgreSQL's socket, until it was asked so often. */
async function refuseConnections(socketDir: string, times: number): Promise<void> {
  const path = join(socketDir, '.s.PGSQL.5432')
  renameSync(path, `${path}.away`)
  const refuser = createServer()
  refuser.listen(path)
  for (let asked = 0; asked < times; asked++) {
    const [socket] = (await once(refuser, 'connection')) as [Socket]
    socket.destroy()
  }
  refuser.close()
  await once(refuser, 'close')
  renameSync(`${path}.away`, path)
}

test('who joins a server that refused first never stops it', async () => {
  const { connectionString, socketDir } = await launch()
  const folderOfUsers = join(folder, 'postgres', 'launchers')
  for (const name of readdirSync(folderOfUsers)) utimesSync(join(folderOfUsers, name), 0, 0)
  const refused = refuseConnections(socketDir, 3)
  const later = await launch()
  await refused
  expect(later.startedHere).toBe(false)
  await later.stop()
  expect(await ask(connectionString, 'select 1')).toBe(1)
  expect(readFileSync(join(folder, 'postgres', 'server.log'), 'utf8')).not.toContain('lock file')
})

test('a process that it was shared with keeps the server running', async () => {
  const dataDir = join(folder, 'postgres')
  const supervisor = await launch(dataDir)
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  ends.push(async () => void other.kill('SIGKILL'))
  supervisor.shareWith(other.pid ?? 0)
  await supervisor.stop()
  const command = await launch(dataDir)
  await command.stop()
  expect(await ask(command.connectionString, 'select 1')).toBe(1)
  const exited = once(other, 'exit')
  other.kill('SIGKILL')
  await exited
  await (await launch(dataDir)).stop()
  await expect(ask(command.connectionString, 'select 1')).rejects.toThrow()
})

test('a command that ends by a signal stops its server', async () => {
  const dataDir = join(folder, 'postgres')
  const script = `import { launchPostgres } from ${JSON.stringify(join(import.meta.dirname, 'launch.ts'))}
    const { connectionString } = await launchPostgres({ dataDir: ${JSON.stringify(dataDir)}, fsync: false })
    console.log(connectionString)
    setInterval(() => {}, 1000)`
  const command = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: join(import.meta.dirname, '..') })
  const [line] = (await once(command.stdout, 'data')) as [Buffer]
  const exited = once(command, 'exit')
  command.kill('SIGINT')
  expect((await exited)[1]).toBe('SIGINT')
  await vi.waitFor(() => expect(ask(line.toString().trim(), 'select 1')).rejects.toThrow(), { timeout: 10_000 })
})

test('an entry of an earlier process is no user', async () => {
  const dataDir = join(folder, 'postgres')
  const first = await launch()
  writeFileSync(join(dataDir, 'launchers', `${process.ppid}.1.${crypto.randomUUID()}`), '')
  await first.stop()
  expect(existsSync(join(dataDir, 'cluster', 'postmaster.pid'))).toBe(false)
})

test('restarts a joined server on the same socket after a kill [SEC-075]', async () => {
  await leaveOrphan(join(folder, 'postgres'))
  const { connectionString, startedHere } = await launch()
  expect(startedHere).toBe(false)
  process.kill(postmaster(), 'SIGKILL')
  await isBack(connectionString)
})

test('restarts a killed server every time [SEC-075]', async () => {
  const lines: string[] = []
  const stops = () => lines.filter((line) => line.includes('unexpectedly'))
  const { connectionString } = await launch(undefined, (line) => lines.push(line))
  for (let death = 1; death <= 8; death++) {
    process.kill(postmaster(), 'SIGKILL')
    await isBack(connectionString)
    expect(stops()).toHaveLength(death)
  }
  expect(new Set(stops())).toEqual(new Set(['PostgreSQL stopped unexpectedly and is started again.']))
})

test('retries a server that cannot start until it can [SEC-075]', async () => {
  const lines: string[] = []
  const { connectionString } = await launch(undefined, (line) => lines.push(line))
  const control = join(folder, 'postgres', 'cluster', 'global', 'pg_control')
  renameSync(control, `${control}.away`)
  process.kill(postmaster(), 'SIGKILL')
  await vi.waitFor(() => expect(lines[1]).toMatch(/cannot be started \(.*pg_control.*\)/), { timeout: 20_000 })
  const tries = () =>
    readFileSync(join(folder, 'postgres', 'server.log'), 'utf8').split('could not find the database system').length
  const before = tries()
  await vi.waitFor(() => expect(tries()).toBeGreaterThan(before + 2), { timeout: 20_000 })
  renameSync(`${control}.away`, control)
  await isBack(connectionString)
  await vi.waitFor(() => expect(lines.at(-1)).toMatch(/^PostgreSQL runs again, \d+\.\d s after it stopped\.$/))
  expect(lines).toHaveLength(3)
})

test('retries a first start that crashes [SEC-075]', async () => {
  await (await launch()).stop()
  const control = join(folder, 'postgres', 'cluster', 'global', 'pg_control')
  renameSync(control, `${control}.away`)
  const launching = launch(undefined, undefined, { shortest: 3000, longest: 3000 })
  const log = () => readFileSync(join(folder, 'postgres', 'server.log'), 'utf8')
  await vi.waitFor(() => expect(log()).toContain('could not find the database system'), { timeout: 10_000, interval: 1 })
  renameSync(`${control}.away`, control)
  expect(await ask((await launching).connectionString, 'select 1')).toBe(1)
})

test.runIf(canMount())('restarts after a full disk once there is space [SEC-076]', async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m,mode=0711', 'none', folder])
  ends.push(async () => void execFileSync('umount', ['-l', folder]))
  const lines: string[] = []
  const { connectionString } = await launch(undefined, (line) => lines.push(line))
  await ask(connectionString, 'create table filler (text text)')
  const fill = `insert into filler select repeat(md5(n::text), 40) from generate_series(1, 20000) n`
  const failing = (async () => {
    for (;;) await ask(connectionString, fill)
  })()
  await expect(failing).rejects.toThrow()
  await vi.waitFor(() => expect(lines.join('\n')).toMatch(/No space left on device/), { timeout: 30_000 })
  expect(lines.join('\n')).not.toMatch(/move/)
  execFileSync('mount', ['-o', 'remount,size=600m', folder])
  await isBack(connectionString)
})

test('reports a broken cluster in one line with a remedy', async () => {
  await (await launch()).stop()
  rmSync(join(folder, 'postgres', 'cluster', 'global'), { recursive: true })
  await expect(launch()).rejects.toThrow(
    /^The database in .*cluster cannot be started \(.+\)\. Its data are left as they are: .*restore a backup.*server\.log$/,
  )
})

test('leaves a folder that is not a cluster unchanged', async () => {
  const cluster = join(folder, 'postgres', 'cluster')
  mkdirSync(cluster, { recursive: true })
  writeFileSync(join(cluster, 'notes.txt'), 'mine')
  chmodSync(join(folder, 'postgres'), 0o711)
  await expect(launch()).rejects.toThrow(/is no PostgreSQL database/)
  expect(readFileSync(join(cluster, 'notes.txt'), 'utf8')).toBe('mine')
})

test('reports a data directory that is a file', async () => {
  writeFileSync(join(folder, 'postgres'), '')
  await expect(launch()).rejects.toThrow(/^The folder .*postgres cannot be created: set DATA_DIR/)
})

test('works with a path too long for a socket', async () => {
  const { connectionString, socketDir } = await launch(join(folder, 'a'.repeat(60), 'spaces, commas "quotes" & 100%', 'postgres'))
  expect(await ask(connectionString, 'select 1')).toBe(1)
  expect(socketDir.length).toBeLessThan(80)
})

test('works with special characters in the path', async () => {
  const { connectionString } = await launch(join(folder, 'a b, "c" %é+'))
  expect(await ask(connectionString, 'select current_database()')).toBe('karyashala')
})

test.runIf(process.getuid?.() === 0)("places the cluster outside root's private folder and finds it again", async () => {
  chmodSync(folder, 0o700)
  const first = await launch()
  const home = readFileSync(join(folder, 'postgres', 'location'), 'utf8').trim()
  ends.unshift(async () => rmSync(home, { recursive: true, force: true }))
  await ask(first.connectionString, 'create table stored_rows as select 7 as value')
  await first.stop()
  const second = await launch()
  expect(await ask(second.connectionString, 'select value from stored_rows')).toBe(7)
  await second.stop()
  rmSync(home, { recursive: true })
  await expect(launch()).rejects.toThrow(/which is missing\. Restore that folder, or delete .*location/)
})

test('logs no values of failed or interrupted statements [SEC-027]', async () => {
  const { connectionString } = await launch()
  const address = 'asha@example.com'
  await ask(connectionString, `create table users as select '${address}'::text as email`)
  await ask(connectionString, 'create unique index on users (email)')
  await expect(ask(connectionString, `insert into users values ('${address}')`)).rejects.toThrow(/duplicate key/)
  await expect(ask(connectionString, `select '${address}'::int`)).rejects.toThrow(address)
  await ask(connectionString, `do $$ begin raise warning 'about ${address}'; end $$`)
  const cutOff = ask(connectionString, `select pg_sleep(600), '${address}'`).catch((error: Error) => error.message)
  const running = `select pid from pg_stat_activity where query like 'select pg_sleep(600)%'`
  const pid = await vi.waitUntil(() => ask(connectionString, running), { timeout: 10_000 })
  process.kill(Number(pid), 'SIGKILL')
  expect(await cutOff).toMatch(/terminated/)
  const log = () => readFileSync(join(folder, 'postgres', 'server.log'), 'utf8')
  await vi.waitFor(() => expect(log()).toMatch(/terminated by signal 9/), { timeout: 10_000 })
  await vi.waitFor(async () => expect(await ask(connectionString, 'select 1')).toBe(1), { timeout: 10_000 })
  expect(log()).not.toContain('asha')
})
