import type pg from 'pg'
import { expect } from 'vitest'
import { newPerson } from '#tests/school/sign-in.ts'
import type { Answer, Server } from './spawn-server.ts'

/** The writes that the server acknowledged. */
export interface Acknowledged {
  registered: string[]
  enquiries: string[]
  orders: string[]
  enrolled: string[]
  /** The latest refresh token of each session. */
  sessions: string[]
}

export interface Load {
  acknowledged: Acknowledged
  /** Responses with an unexpected status. */
  refused: Answer[]
  /** Returns the number of acknowledged writes. */
  count(): number
  stop(): Promise<void>
}

/** Pays an order as a person would in the provider's checkout. */
export type Pay = (orderId: string) => Promise<object>

const lanes = 3

/** Registers, enquires, pays and refreshes tokens on several connections until stopped. Connections may break at any time. */
export function startLoad(server: Pick<Server, 'call' | 'waitUntilReady'>, batchId: number, pay: Pay): Load {
  const acknowledged: Acknowledged = { registered: [], enquiries: [], orders: [], enrolled: [], sessions: [] }
  const refused: Answer[] = []
  const state = { stopped: false }

  /** Returns the response if it has the expected status; undefined otherwise and when the connection breaks. */
  async function post(expected: number, path: string, body?: object, token?: string): Promise<Answer | undefined> {
    const answer = await server.call('POST', path, body, token).catch(() => undefined)
    if (!answer) await server.waitUntilReady()
    if (answer && answer.status !== expected) refused.push(answer)
    return answer?.status === expected ? answer : undefined
  }

  async function visitShop(): Promise<void> {
    const reader = newPerson()
    if (await post(201, '/auth/register/', { ...reader, type: 'register' })) acknowledged.registered.push(reader.email)
    const asking = newPerson()
    const enquiry = { name: asking.full_name, email: asking.email, phone: asking.phone_number, course_name: 'Testing' }
    if (await post(201, '/course-enquiry/', enquiry)) acknowledged.enquiries.push(asking.email)

    const buyer = newPerson()
    const signedIn = await post(201, '/auth/register/', { ...buyer, type: 'enroll' })
    if (!signedIn) return
    acknowledged.registered.push(buyer.email)
    const { access, refresh } = signedIn.body as { access: string; refresh: string }
    const renewed = await post(200, '/token/refresh/', { refresh })
    // Without a response the presented token stays valid.
    acknowledged.sessions.push(renewed ? String(renewed.body['refresh']) : refresh)

    const order = await post(200, `/payment/start-payment/${batchId}/`, undefined, access)
    if (!order) return
    acknowledged.orders.push(String(order.body['order_id']))
    const triple = await pay(String(order.body['order_id']))
    const verified = await post(200, `/payment/payment-verify/${batchId}/`, triple, access)
    if (verified?.body['status'] === 'enrolled') acknowledged.enrolled.push(buyer.email)
  }

  async function run(): Promise<void> {
    while (!state.stopped) await visitShop()
  }
  const running = Promise.all(Array.from({ length: lanes }, run))
  return {
    acknowledged,
    refused,
    count: () => Object.values(acknowledged).reduce((sum, list: string[]) => sum + list.length, 0),
    async stop() {
      state.stopped = true
      await running
    },
  }
}

/** Checks that each acknowledged write is stored once and completely. */
export async function expectAllStored(server: Pick<Server, 'call'>, db: pg.Pool, { acknowledged }: Load): Promise<void> {
  const missing = async (list: string[], found: string) =>
    (await db.query(`select one from unnest($1::text[]) one where (${found}) <> 1`, [list])).rows
  const { registered, enquiries, orders, enrolled, sessions } = acknowledged
  for (const list of Object.values(acknowledged)) expect(list.length).toBeGreaterThan(0)
  expect(await missing(registered, 'select count(*) from users where email = one')).toEqual([])
  expect(await missing(enquiries, `select count(*) from enquiries where email = one`)).toEqual([])
  expect(await missing(orders, 'select count(*) from payment_orders where provider_order_id = one')).toEqual([])
  const enrolment = `select count(*) from enrolments e join users u on u.id = e.user_id join payments p on p.id = e.payment_id
    join receipts r on r.payment_id = p.id where u.email = one and e.ended_at is null and p.disposition = 'enrolled'`
  expect(await missing(enrolled, enrolment)).toEqual([])
  for (const refresh of sessions) expect((await server.call('POST', '/token/refresh/', { refresh })).status).toBe(200)

  const { rows: partialWrites } = await db.query(
    `select (select count(*)::int from enrolments e where payment_id is not null
       and not exists (select from receipts r where r.payment_id = e.payment_id)) as enrolments_without_receipt,
     (select count(*)::int from payments p where disposition = 'enrolled'
       and not exists (select from enrolments e where e.payment_id = p.id)) as payments_without_enrolment,
     (select count(*)::int from enquiries where email is not null
       and not exists (select from mail_outbox m where m.to_address = enquiries.email)) as enquiries_without_thanks`,
  )
  expect(partialWrites).toEqual([{ enrolments_without_receipt: 0, payments_without_enrolment: 0, enquiries_without_thanks: 0 }])
}
