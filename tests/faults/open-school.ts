import type pg from 'pg'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import type { StartedPayment } from '#contract/money/payments.ts'
import { signAccessToken } from '#server/platform/auth/access-token.ts'
import { transaction } from '#server/platform/db/query.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { newPerson } from '#tests/school/sign-in.ts'
import { type StaffCall, staffCalls } from '#tests/school/staff-calls.ts'
import { joinAsOwner } from './join-staff.ts'
import { openDatabase } from './open-database.ts'
import { openOutside } from './open-outside.ts'
import { type MailRecorder, recordMails } from './record-mails.ts'
import { type Answer, authSecret, type Server, spawnServer, until } from './spawn-server.ts'
import { remindOfClassesJob } from '#server/classes/reminders/jobs.ts'
import { sweepJob } from '#server/features.ts'

/** Somebody with an account and an open session. */
export interface Account {
  id: number
  email: string
  session: string
}

export interface School {
  db: pg.Pool
  mail: MailRecorder
  /** Calls as an owner, on a server that runs. */
  staff: StaffCall
  servers: readonly [Server, Server]
  /** How many processes were killed. */
  kills(): number
  /** Kills a server, which starts again by itself. */
  kill(which: 0 | 1): Promise<void>
  /** Calls a server that runs, and another one when the connection breaks. */
  call(method: 'GET' | 'POST', path: string, body?: object, account?: Account): Promise<Answer>
  /** Reads a page or a calendar. */
  read(path: string): Promise<string>
  /** Registers somebody who buys a seat of the batch. A purchase goes on where a killed server left it. */
  buy(batchId: number): Promise<void>
  /** Registers somebody who buys nothing. */
  register(): Promise<Account>
  account(email: string): Promise<Account>
  /** Sets the clock of the school. @param at ISO 8601 */
  setClock(at: string): Promise<void>
  /** Lets each process look for reminders, at the same time. */
  remind(): Promise<void>
  /** Runs the sweep of old rows in one server. */
  sweep(): Promise<void>
  /** Mails that wait to be sent. */
  waiting(): Promise<number>
}

/** Runs two servers in their own processes on one database, with a mail server and a payment provider outside of them. */
export async function openSchool(): Promise<School> {
  const outside = await openOutside()
  const mail = await recordMails()
  const { db, url } = await openDatabase({ max: 6 })
  const start = () => spawnServer({ databaseUrl: url, smtpUrl: mail.smtpUrl, apiUrl: outside.apiUrl })
  const servers = [await start(), await start()] as const
  const jobs = await startJobs({ connectionString: url, log: pino({ level: 'silent' }), background: false })
  onTestFinished(() => jobs.stop())
  const running = new Set<Server>(servers)
  let kills = 0
  let turn = 0

  async function anyServer(): Promise<Server> {
    await until('a server runs', async () => running.size > 0)
    const all = [...running]
    turn += 1
    return all[turn % all.length] ?? servers[0]
  }
  const seconds = () => Math.floor(Date.now() / 1000)
  const config = { authSecrets: [authSecret] }

  await joinAsOwner(servers[0], { db, databaseUrl: url })
  // Access tokens expire in real time, and sessions by the clock that the test moves by weeks.
  const { rows: owners } = await db.query<{ staff_id: number; id: string }>(
    `update staff_sessions set expires_at = 'infinity', idle_expires_at = 'infinity' returning staff_id, id`,
  )
  const owner = owners[0]
  if (!owner) throw new Error('the owner has no session')
  const staff = staffCalls(async () => ({
    url: (await anyServer()).url,
    token: await signAccessToken({ config }, owner.staff_id, owner.id, seconds(), 'staff'),
  }))

  async function call(method: 'GET' | 'POST', path: string, body?: object, account?: Account): Promise<Answer> {
    const token = account && (await signAccessToken({ config }, account.id, account.session, seconds()))
    for (;;) {
      const answer = await (await anyServer()).call(method, path, body, token).catch(() => undefined)
      if (answer) return answer
    }
  }

  async function account(email: string): Promise<Account> {
    const { rows } = await db.query<Account>(
      `update sessions s set expires_at = 'infinity', idle_expires_at = 'infinity' from users u
       where u.id = s.user_id and u.email = $1 returning u.id::float8 as id, u.email, s.id as session`,
      [email],
    )
    if (!rows[0]) throw new Error(`${email} has no session`)
    return rows[0]
  }

  async function register(): Promise<Account> {
    const person = newPerson()
    // A repeated call after a lost answer is refused, because the account is there.
    const { status, body } = await call('POST', '/auth/register/', { ...person, type: 'enroll' })
    if (status >= 500) throw new Error(JSON.stringify(body))
    return status === 201 ? account(person.email) : register()
  }

  return {
    db,
    mail,
    staff,
    servers,
    call,
    account,
    register,
    read: async (path) => (await fetch((await anyServer()).url + path)).text(),
    kills: () => kills,
    async kill(which) {
      const server = servers[which]
      await until('the server runs', async () => running.has(server))
      running.delete(server)
      kills += 1
      await server.kill()
      void server.restart().then(() => running.add(server))
    },
    async buy(batchId) {
      const student = await register()
      const start = () => call('POST', `/payment/start-payment/${batchId}/`, undefined, student)
      let started = await start()
      // An order that a killed server was creating is taken over after some seconds. Until then the student is asked to try again.
      while (started.status === 503) started = await start()
      const triple = await outside.pay((started.body as Partial<StartedPayment>).order_id ?? '')
      const verified = await call('POST', `/payment/payment-verify/${batchId}/`, triple, student)
      if (verified.body['status'] !== 'enrolled') throw new Error(JSON.stringify([started, verified]))
    },
    async setClock(at) {
      mail.now = Date.parse(at)
      await db.query(`update app_clock set "offset" = $1::timestamptz - now()`, [at])
    },
    remind: () =>
      transaction(db, async (tx) => {
        for (const _ of servers) await jobs.send(tx, remindOfClassesJob, {})
      }),
    sweep: () => transaction(db, (tx) => jobs.send(tx, sweepJob, {})),
    async waiting() {
      const { rows } = await db.query<{ count: number }>(
        'select count(*)::int from mail_outbox where sent_at is null and given_up_at is null',
      )
      return rows[0]?.count ?? 0
    },
  }
}
