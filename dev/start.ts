// Starts PostgreSQL, the inbox, the payment sandbox, and the server as a child process.
import './ignore-lost-lines.mjs'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from '#postgres/launch-error.ts'
import { createFolder } from '#postgres/place-cluster.ts'
import { checkPorts } from './check-ports.ts'
import { clusterTemplate } from './cluster-template.ts'
import { demoStudentsFile, readDemoStudents } from './demo-students.ts'
import { fillSchool, hasCourses, startFiller } from './fill-school.ts'
import { restrictFiles } from './restrict-files.ts'
import { storeDemoStaff } from './store-demo-staff.ts'
import { storeSecrets } from './store-secrets.ts'
import type { Service } from './provide-services.ts'
import { databaseFolder, provideDatabase, provideMail, providePayments, sandboxEnv } from './provide-services.ts'
import { readSettings } from './read-settings.ts'
import type { Supervised } from './supervise-server.ts'
import { superviseServer } from './supervise-server.ts'
import { writeLine } from './write-line.ts'

const root = join(import.meta.dirname, '..')
const reloadDelayMs = 150

/** Stop functions of the started services, run in reverse order. */
const ends: (() => Promise<void>)[] = []
const stopping = new AbortController()

async function start(): Promise<void> {
  const settings = readSettings(process.env, root)
  await checkPorts(settings.host, {
    PORT: settings.port,
    ...(!settings.razorpayKeyId && { SANDBOX_PORT: settings.sandboxPort }),
    ...(!settings.smtpUrl && { INBOX_PORT: settings.inboxPort }),
  })
  createFolder(settings.dataDir)
  restrictFiles(settings.dataDir)
  const { authSecret, ...keys } = storeSecrets(settings.dataDir)
  const demo = storeDemoStaff(settings.dataDir)

  const openFiller = () => startFiller({ root, hasPast: settings.hasPast, signal: stopping.signal })
  // It loads its modules while a new database is created.
  const early = !settings.databaseUrl && !existsSync(databaseFolder(settings)) ? openFiller() : undefined
  // Sequential, so that started services are known when a later one fails.
  const database = track(await provideDatabase(settings, clusterTemplate(root)))
  const mail = track(await provideMail(settings))
  const env = {
    AUTH_SECRET: authSecret,
    MAIL_FROM: 'Karyashala <hello@karyashala.example>',
    ...process.env,
    APP_ENV: 'demo',
    NODE_ENV: settings.reloads ? 'development' : 'production',
    HOST: settings.host,
    PORT: String(settings.port),
    DATA_DIR: settings.dataDir,
    DEMO_STAFF_FILE: demo.file,
    DEMO_STUDENTS_FILE: demoStudentsFile(settings.dataDir),
    ...(mail.url !== undefined && { INBOX_URL: mail.url }),
    PUBLIC_URL: settings.publicUrl,
    ...database.env,
    ...mail.env,
    ...sandboxEnv(settings, keys),
  }
  const isNew = early !== undefined || !(await hasCourses(database.env.DATABASE_URL))
  const filling = isNew ? await fillSchool(early ?? openFiller(), env) : undefined
  // The sandbox opens the file that is filled, and the server waits for the school.
  const paying = (async () => {
    await filling?.filled
    return track(await providePayments(settings, keys))
  })()
  const serving = superviseServer({
    args: ['--import', join(root, 'scripts', 'end-with-parent.mjs'), join(root, 'server', 'main.ts')],
    cwd: root,
    env: { ...env, END_WITH_PARENT: 'SIGTERM' },
    readyUrl: `http://${settings.reachableHost}:${settings.port}/ready`,
    signal: stopping.signal,
    log: writeLine,
    readyTimeoutMs: 180_000,
    stopTimeoutMs: 15_000,
    ...(database.shareWith && { onStart: database.shareWith }),
  }).then((server) => {
    ends.push(server.stop)
    return server
  })
  const [payments, server] = await Promise.all([paying, serving]).catch(async (error: unknown) => {
    stopping.abort()
    await Promise.allSettled([paying, serving])
    throw error
  })
  if (settings.reloads) reloadOnChange(server)

  const lines = [
    ['Website', settings.publicUrl],
    ...readDemoStudents(settings.dataDir).map(({ situation, email }) => ['', `${situation.padEnd(22)}${email}`]),
    ['Console', `${settings.publicUrl}/console`],
    ...demo.staff.map(({ role, email }) => ['', `${role.padEnd(12)}${email}`]),
    ['', `codes by mail to the inbox; TOTP secrets in ${demo.file}`],
    ['Inbox', mail.url ?? 'your own mail server (SMTP_URL)'],
    ['Payments', payments.url ? `${payments.url} (sandbox)` : 'your own account (RAZORPAY_KEY_ID)'],
    ['Data', settings.databaseUrl ? `${settings.dataDir}, database of DATABASE_URL` : settings.dataDir],
    ['Stop', 'Ctrl-C'],
  ]
  console.log(`\n  Karyashala is running\n\n${lines.map(([name, value]) => `    ${name?.padEnd(10)}${value}`).join('\n')}\n`)
}

function track<S extends Service>(service: S): S {
  if (service.end) ends.push(service.end)
  return service
}

/** Restarts the server when its code changes; pages reload themselves. */
function reloadOnChange(server: Supervised): void {
  let pending: NodeJS.Timeout | undefined
  for (const folder of ['server', 'contract']) {
    const watcher = watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file || file.endsWith('.test.ts') || !/\.(ts|sql)$/.test(file)) return
      clearTimeout(pending)
      pending = setTimeout(() => {
        writeLine(`${folder}/${file}: the server starts again`)
        server.restart()
      }, reloadDelayMs)
    })
    ends.push(async () => watcher.close())
  }
}

let stopped: Promise<void> | undefined

function stop(code: number): Promise<void> {
  process.exitCode ||= code
  stopping.abort()
  stopped ??= (async () => {
    for (const end of ends.splice(0).toReversed()) await end().catch((error: unknown) => console.error(error))
    process.exit()
  })()
  return stopped
}

function fail(error: unknown): void {
  if (!stopping.signal.aborted) console.error(isPlain(error) ? error.message : error)
  void stop(1)
}

/** Whether the message alone is enough. The inbox and the sandbox name a port in use in one line as well. */
function isPlain(error: unknown): error is Error {
  return error instanceof LaunchError || (error instanceof Error && /INBOX_PORT|SANDBOX_PORT/.test(error.message))
}

const starting = start().catch(fail)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopping.abort()
    // Waits for a start in progress, because it would continue running otherwise.
    void starting.then(() => stop(0))
  })
}
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
