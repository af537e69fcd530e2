import { system } from '#server/platform/auth/principal.ts'
import type { Instalment } from '#contract/money/instalments.ts'
import type { StartedPayment } from '#contract/money/payments.ts'
import { signAccessToken } from '#server/platform/auth/access-token.ts'
import { secondsNow } from '#server/people/accounts/refresh-token.ts'
import { makeLink } from '#server/money/approvals/make-link.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { addStaff } from '#tests/school/staff.ts'
import { processWebhooks } from '#server/money/settlement/process-webhooks.ts'
import { sendRefund } from '#server/money/refunds/send-refund.ts'
import { createPayingShop, type PayingShop, type Triple } from '#tests/school/create-paying-shop.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { transaction } from '#server/platform/db/query.ts'
import { setActor } from '#server/platform/db/set-actor.ts'
import { startProcess, type ServerProcess } from './start-process.ts'
import { holdWebhooks, type Webhook } from './hold-webhooks.ts'
import { sendRefundJob } from '#server/money/refunds/jobs.ts'

interface Student {
  id: number
  sessionId: string
}

/** Orders, browser results and webhooks of a run, which can be delivered repeatedly and in any order. */
export interface Known {
  orders: { id: string; student: number; batchId: number }[]
  triples: (Triple & { student: number; batchId: number })[]
  webhooks: Webhook[]
}

export interface ModelSchool {
  shop: PayingShop
  server: ServerProcess
  courseId: number
  batches: number[]
  students: Student[]
  /** The code of a coupon of the course, which two orders can use and each student once. */
  coupon: string
  /** The plan of the course: three parts. */
  plan: number
  known: Known
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    student: number,
    body?: object,
  ): Promise<{ status: number; body: Reply }>
  start(student: number, batchId: number): Promise<{ status: number; body: Reply }>
  /** Starts the next part of a place, or all that is left. */
  startPart(student: number, batchId: number, rest: boolean): Promise<{ status: number; body: Reply }>
  /** Makes a payment link as staff do; `paise` is null for the usual price. A refusal changes nothing. */
  makeLink(student: number, batchId: number, link: { paise: number | null; minutes: number }): Promise<void>
  /** Adds the provider's due webhooks to `known` without delivering them. */
  collect(): Promise<void>
  deliver(webhook: Webhook): Promise<number>
  sendRefunds(): Promise<void>
  /** Advances the clocks of the school and of the provider. */
  passTime(minutes: number): Promise<void>
  /** Starts a new process in place of the killed one. */
  restart(): Promise<void>
}

interface Sale {
  students: number
  /** Capacity of each batch of the course; undefined is unlimited. */
  capacities: (number | undefined)[]
}

type Reply = Partial<StartedPayment> & { status?: string; message?: string; id?: number; code?: string; items?: Instalment[] }

/** Opens what all runs share, and returns a function that gives a run its own students, course and batches. */
export async function openWorlds(): Promise<(given?: Sale) => Promise<ModelSchool>> {
  const webhooks = await holdWebhooks()
  const shop = await createPayingShop({ webhookUrl: webhooks.url })
  const { db } = shop
  let server = await startProcess(shop.deps)
  const { id: staffId } = await addStaff(shop, 'finance')

  async function addStudent(): Promise<Student> {
    // The sessions never expire, because the tests move the clock by years.
    const { rows } = await db.query<Student>(
      `with somebody as (
         insert into users (email, full_name, phone, verified_at)
         select 'student-' || n || '@example.com', 'Asha Patil', (9000000000 + n)::text, now() from (select count(*) as n from users) u
         returning id)
       insert into sessions (id, user_id, idle_expires_at, expires_at)
       select gen_random_uuid(), id, 'infinity', 'infinity' from somebody returning user_id as id, id as "sessionId"`,
    )
    const [student] = rows
    if (!student) throw new Error('no student')
    return student
  }

  return async (given = { students: 3, capacities: [1, 2, undefined] }) => {
    const [first, ...others] = given.capacities.map((capacity) => ({ ...(capacity ? { capacity } : {}), startsIn: '30 days' }))
    const { courseId, batchId } = await sellCourse(db, first)
    const batches = [batchId]
    for (const batch of others) batches.push(await addBatch(db, courseId, batch))
    const students: Student[] = []
    for (let number = 0; number < given.students; number += 1) students.push(await addStudent())
    let plan = 0
    const coupon = `MODEL${courseId}`.padEnd(6, 'X')
    await transaction(db, async (tx) => {
      await setActor(tx, ['system', null])
      await tx.query(
        `insert into coupons (code, kind, value, course_ids, use_limit, limit_per_person, first_purchase, stacks)
         values ($1, 'percent', 33, array[$2::integer], 2, 1, false, true)`,
        [coupon, courseId],
      )
      const { rows } = await tx.query<{ id: number }>(
        `insert into payment_plans (course_id, name, parts)
         values ($1, 'Three parts', '[{"percent": 40, "days": 0}, {"percent": 30, "days": 3}, {"percent": 30, "days": 6}]') returning id`,
        [courseId],
      )
      plan = rows[0]?.id ?? 0
    })
    webhooks.held.length = 0
    const world: ModelSchool = {
      shop,
      server,
      courseId,
      batches,
      students,
      coupon,
      plan,
      known: { orders: [], triples: [], webhooks: webhooks.held },
      async call(method, path, number, body) {
        const student = students[number]
        if (!student) throw new Error(`no student ${number}`)
        const { rows } = await shop.db.query<{ now: number }>(`select ${secondsNow}`)
        const token = await signAccessToken(shop.deps, student.id, student.sessionId, rows[0]?.now ?? 0)
        const answer = await world.server.app.inject({
          method,
          url: `/api${path}`,
          headers: { authorization: `Bearer ${token}` },
          ...(body ? { payload: body } : {}),
        })
        return { status: answer.statusCode, body: answer.json<Reply>() }
      },
      async start(student, batchId) {
        const answer = await world.call('POST', `/payment/start-payment/${batchId}/`, student)
        const { order_id: id } = answer.body
        if (id && !world.known.orders.some((order) => order.id === id)) {
          world.known.orders.push({ id, student, batchId: batchId })
        }
        return answer
      },
      async startPart(student, batchId, rest) {
        const listed = await world.call('GET', '/payment/instalments/', student)
        const next = listed.body.items?.find((part) => part.batch_id === batchId && part.can_pay)
        const path = rest || !next ? `rest/${batchId}` : String(next.id)
        const answer = await world.call('POST', `/payment/instalments/${path}/start/`, student)
        const { order_id: id } = answer.body
        if (id && !world.known.orders.some((order) => order.id === id)) world.known.orders.push({ id, student, batchId })
        return answer
      },
      async makeLink(number, batch, { paise, minutes }) {
        const student = students[number]
        if (!student) return
        const { rows } = await db.query<{ until: Date }>('select app_now() + make_interval(mins => $1) as until', [minutes])
        const body = {
          student_id: student.id,
          email: null,
          batch_id: batch,
          price_paise: paise,
          reason: 'Agreed on the phone.',
          expires_at: rows[0]?.until.toISOString() ?? '',
        }
        await makeLink(world.server.deps, { kind: 'staff', id: staffId, roles: ['finance'] }, { body }).catch(
          (error: unknown) => {
            if (!(error instanceof HttpError)) throw error
          },
        )
      },
      collect: async () => void (await shop.provider('POST', '/control/webhooks/deliver')),
      async deliver({ headers, body }) {
        const answer = await world.server.app.inject({ method: 'POST', url: '/api/payment/webhook/', headers, payload: body })
        // The application processes the event after its response; the test waits for it.
        await new Promise((resolve) => setImmediate(resolve))
        await processWebhooks(world.server.deps, system)
        return answer.statusCode
      },
      async sendRefunds() {
        // Releases jobs as the queue does after a failure or a missing heartbeat.
        await db.query(
          `update pgboss.job set state = 'retry', start_after = now() where name = 'send-refund' and state = 'active'`,
        )
        await world.server.deps.jobs.drain(sendRefundJob, (job) => sendRefund(world.server.deps, system, job))
      },
      async passTime(minutes) {
        await shop.passTime(`${minutes} minutes`)
        await shop.provider('POST', '/control/clock', { advance_seconds: minutes * 60 })
      },
      async restart() {
        await world.server.app.close()
        server = await startProcess(shop.deps)
        world.server = server
      },
    }
    return world
  }
}
