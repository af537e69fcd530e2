import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { inMaintenance } from '#contract/messages.ts'
import { launchPostgres } from '#postgres/launch.ts'
import { connect } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openOutside, setSchoolAddress } from '#tests/faults/open-outside.ts'
import { recordMails } from '#tests/faults/record-mails.ts'
import { until } from '#tests/faults/spawn-server.ts'
import { findFreePorts } from '#tests/runner/free-ports.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { newPerson } from '#tests/school/sign-in.ts'
import { openProvider, post, settings } from './live-school.ts'

const root = join(import.meta.dirname, '../..')
const passphrase = "five words of the school's sentence"
const runs = { program: process.execPath, bootstrap: join(root, 'scripts/bootstrap.mjs') }

/** The database of a data folder that a server uses, or that is still empty. */
async function openData(dataDir: string) {
  const postgres = await launchPostgres({ dataDir: join(dataDir, 'postgres') })
  const db = connect(postgres.connectionString, { max: 3, log: pino({ level: 'silent' }), actor: 'system' })
  const close = async () => {
    await db.end()
    await postgres.stop()
  }
  return { db, close }
}

/** One machine with a school that sells, and the way to another. */
async function openMachines() {
  const folder = makeFolder('machines-')
  chmodSync(folder, 0o711)
  const [oldPort = 0, newPort = 0] = await findFreePorts(2)
  const oldData = join(folder, 'old')
  mkdirSync(oldData, { mode: 0o711 })
  const outside = await openOutside()
  const provider = await openProvider(outside.apiUrl)
  const { smtpUrl } = await recordMails()
  const env = {
    PATH: process.env.PATH,
    ...settings,
    SMTP_URL: smtpUrl,
    RAZORPAY_API_URL: provider.url,
    DRAIN_MS: '0',
    DISK_RESERVE_MB: '0',
    CLASSROOM_ENGINES: '0',
    BACKUP_PASSPHRASE: passphrase,
  }
  const { db, close } = await openData(oldData)
  await migrate(db)
  const { batchId } = await sellCourse(db)
  await setSchoolAddress(db)
  await db.query('update school_opening set opened_at = app_now()')

  const machine = { DATA_DIR: oldData, PORT: String(oldPort) }
  const server = spawn(runs.program, [runs.bootstrap, 'serve'], { env: { ...env, ...machine }, stdio: 'ignore' })
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  onTestFinished(async () => {
    await stop()
    await close()
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${oldPort}`
  const isReady = async (address: string) => (await fetch(`${address}/ready`).catch(() => undefined))?.ok ?? false
  await until('the old machine serves', () => isReady(url))
  const run = async (command: string, args: string[], more: NodeJS.ProcessEnv = machine) => {
    const child = spawn(runs.program, [runs.bootstrap, command, ...args], { env: { ...env, ...more }, cwd: folder })
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { code: code as number | null, out: out + err }
  }
  return { folder, outside, db, batchId, url, stop, run, newPort, newUrl: `http://127.0.0.1:${newPort}` }
}

/** Runs the script as the runbook does. Without systemd, a command starts the school. */
function installSchool(folder: string, args: string[], port: number, more: NodeJS.ProcessEnv = {}) {
  const [dataDir, settingsFile, pidFile] = [join(folder, 'new'), join(folder, 'etc/school.env'), join(folder, 'new.pid')]
  const own = `DATA_DIR='${dataDir}' PORT=${port}`
  const start = `test -f '${pidFile}' || { ${own} '${runs.program}' --env-file='${settingsFile}' '${runs.bootstrap}' serve > '${folder}/new.log' 2>&1 & echo $! > '${pidFile}'; }`
  const { status, stdout, stderr } = spawnSync(join(root, 'deploy/new-machine.sh'), args, {
    encoding: 'utf8',
    timeout: 300_000,
    env: {
      PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
      BACKUP_PASSPHRASE: passphrase,
      DATA_DIR: dataDir,
      SETTINGS: settingsFile,
      ACCOUNT: userInfo().username,
      ADDRESS: `http://127.0.0.1:${port}`,
      START: start,
      ...more,
    },
  })
  return { code: status, out: stdout, err: stderr, dataDir, settingsFile, pidFile }
}

/** Ends what the script has started. */
function stopSchool(pidFile: string): void {
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8'))
  try {
    process.kill(pid, 'SIGTERM')
    execFileSync('sh', [
      '-c',
      `tries=0; while kill -0 ${pid} 2>/dev/null && [ $tries -lt 300 ]; do tries=$((tries + 1)); sleep 0.1; done`,
    ])
  } catch {
    // It has ended.
  }
}

const pageOf = async (url: string) => (await fetch(`${url}/home`)).text()

test.runIf(process.platform === 'linux')('a school moves to another machine with what was begun', async () => {
  const { folder, outside, db, batchId, url, stop, run, newPort, newUrl } = await openMachines()
  const enrol = async () => {
    const person = await post(`${url}/api/auth/register/`, { ...newPerson(), type: 'enroll' })
    expect(person.status).toBe(201)
    const token = person.body['access'] ?? ''
    const order = await post(`${url}/api/payment/start-payment/${batchId}/`, undefined, token)
    expect(order.status).toBe(200)
    return { token, order: order.body['order_id'] ?? '' }
  }
  const verify = (at: string, triple: object, token: string) =>
    post(`${at}/api/payment/payment-verify/${batchId}/`, triple, token)
  const first = await enrol()
  expect((await verify(url, await outside.pay(first.order), first.token)).body['status']).toBe('enrolled')
  const begun = await enrol()

  const closedAt = performance.now()
  expect(await run('maintenance', ['on'])).toMatchObject({ code: 0, out: expect.stringContaining('writes nothing any more') })
  // The buyer pays at the provider, and comes back to a school that can't write.
  const triple = await outside.pay(begun.order)
  expect(await verify(url, triple, begun.token)).toMatchObject({ status: 503, body: { message: inMaintenance } })
  await until('pages say so', async () => (await pageOf(url)).includes(inMaintenance))
  const counted = `select (select count(*)::int from users) as users, (select count(*)::int from payment_orders) as orders,
    (select count(*)::int from payments) as payments, (select array_agg(number order by number) from receipts) as receipts,
    (select count(*)::int from sessions where revoked_at is null) as sessions, (select sum(amount_paise)::text from payments) as money`
  const { rows: before } = await db.query(counted)
  expect(await run('backup', ['--to', join(folder, 'sets')])).toMatchObject({ code: 0 })

  const moved = installSchool(folder, ['--move', join(folder, 'sets')], newPort)
  onTestFinished(() => stopSchool(moved.pidFile))
  expect([moved.code, moved.err], existsSync(`${folder}/new.log`) ? readFileSync(`${folder}/new.log`, 'utf8') : '').toMatchObject(
    [0, expect.anything()],
  )
  expect(moved.out).toContain('6. When DNS names this machine')
  expect(statSync(moved.settingsFile).mode & 0o777).toBe(0o600)
  expect(existsSync(join(moved.dataDir, 'restored.env'))).toBe(false)
  // The new machine is only read until somebody says so.
  expect(await pageOf(newUrl)).toContain(inMaintenance)
  expect((await verify(newUrl, triple, begun.token)).status).toBe(503)
  const { db: newDb, close } = await openData(moved.dataDir)
  onTestFinished(close)
  expect((await newDb.query(counted)).rows).toEqual(before)
  // The same again changes nothing.
  expect(installSchool(folder, ['--move', join(folder, 'sets')], newPort)).toMatchObject({
    code: 0,
    out: expect.stringContaining('has a school already. It stays'),
  })

  await stop()
  const machine = { DATA_DIR: moved.dataDir, PORT: String(newPort) }
  expect(await run('maintenance', ['off'], machine)).toMatchObject({ code: 0 })
  const openAfter = (performance.now() - closedAt) / 1000
  console.info(`nobody could buy for ${openAfter.toFixed(1)} s`)
  expect(openAfter).toBeLessThan(300)
  // Whoever was signed in still is, and the payment settles.
  await until('the payment settles', async () => (await verify(newUrl, triple, begun.token)).body['status'] === 'enrolled')
  await until('pages say so no more', async () => !(await pageOf(newUrl)).includes(inMaintenance))
  await until('its receipt is issued', async () => {
    const { rows } = await newDb.query<{ numbers: number[] }>('select array_agg(number order by number) as numbers from receipts')
    const [one = 0, two] = rows[0]?.numbers ?? []
    return two === one + 1
  })
})

test.runIf(process.platform === 'linux')('a move is refused with what people wrote meanwhile', async () => {
  const { folder, run, newPort } = await openMachines()
  expect(await run('backup', ['--to', join(folder, 'sets')])).toMatchObject({ code: 0 })
  const sets = join(folder, 'sets')
  const refused = installSchool(folder, ['--move', sets], newPort)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('made while people could write') })
  expect(existsSync(refused.dataDir)).toBe(false)
  expect(installSchool(folder, [sets], newPort, { BACKUP_PASSPHRASE: '' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('Set BACKUP_PASSPHRASE'),
  })
  expect(installSchool(folder, [], newPort).code).toBe(2)
  expect(installSchool(folder, [join(folder, 'none')], newPort).code).toBe(1)
  // A folder with something else is not written over.
  mkdirSync(refused.dataDir)
  writeFileSync(join(refused.dataDir, 'other'), '')
  expect(installSchool(folder, [sets], newPort)).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })

  // After a loss it is a restore, which asks for the documents.
  rmSync(refused.dataDir, { recursive: true })
  const restored = installSchool(folder, [sets], newPort)
  onTestFinished(() => stopSchool(restored.pidFile))
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('Receipts wait until you say') })
})
