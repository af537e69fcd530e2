import type pg from 'pg'
import { expect } from 'vitest'
import { newPerson } from '../sign-in.ts'
import type { Answer, Server } from './spawn-server.ts'

/** Every write that the server said it had done. */
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
  /** Answers that were neither done nor cut off. */
  refused: Answer[]
  /** How many writes were acknowledged so far. */
  count(): number
  stop(): Promise<void>
}

/** Pays an order as a person would in the provider's sheet. */
export type Pay = (orderId: string) => Promise<object>

const lanes = 3

/** Registers, asks, pays and refreshes on several connections at once, until it is stopped; connections may break at any time. */
export function startLoad(server: Server, batchId: number, pay: Pay): Load {
  const acknowledged: Acknowledged = { registered: [], enquiries: [], orders: [], enrolled: [], sessions: [] }
  const refused: Answer[] = []
  const state = { stopped: false }

  /** The answer when it is the one that acknowledges; a broken connection is no answer. */
  async function post(wanted: number, path: string, body?: object, token?: string): Promise<Answer | undefined> {
    const answer = await server.call('POST', path, body, token).catch(() => undefined)
    if (!answer) await server.back()
    if (answer && answer.status !== wanted) refused.push(answer)
    return answer?.status === wanted ? answer : undefined
  }

  async function visit(): Promise<void> {
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
    // Without an answer the token that was presented is still good.
    acknowledged.sessions.push(renewed ? String(renewed.body['refresh']) : refresh)

    const order = await post(200, `/payment/start-payment/${batchId}/`, undefined, access)
    if (!order) return
    acknowledged.orders.push(String(order.body['order_id']))
    const triple = await pay(String(order.body['order_id']))
    const verified = await post(200, `/payment/payment-verify/${batchId}/`, triple, access)
    if (verified?.body['status'] === 'enrolled') acknowledged.enrolled.push(buyer.email)
  }

  async function run(): Promise<void> {
    while (!state.stopped) await visit()
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

/** Each acknowledged write is there, once and whole. */
export async function expectKept(server: Server, db: pg.Pool, { acknowledged }: Load): Promise<void> {
  const missing = async (list: string[], found: string) =>
    (await db.query(`select one from unnest($1::text[]) one where (${found}) <> 1`, [list])).rows
  const { registered, enquiries, orders, enrolled, sessions } = acknowledged
  for (const list of Object.values(acknowledged)) expect(list.length).toBeGreaterThan(0)
  expect(await missing(registered, 'select count(*) from users where email = one')).toEqual([])
  expect(await missing(enquiries, `select count(*) from enquiries where email = one`)).toEqual([])
  expect(await missing(orders, 'select count(*) from payment_orders where provider_order_id = one')).toEqual([])
  const place = `select count(*) from enrolments e join users u on u.id = e.user_id join payments p on p.id = e.payment_id
    join receipts r on r.payment_id = p.id where u.email = one and e.ended_at is null and p.disposition = 'enrolled'`
  expect(await missing(enrolled, place)).toEqual([])
  for (const refresh of sessions) expect((await server.call('POST', '/token/refresh/', { refresh })).status).toBe(200)

  const { rows: halves } = await db.query(
    `select (select count(*)::int from enrolments e where payment_id is not null
       and not exists (select from receipts r where r.payment_id = e.payment_id)) as places_without_receipt,
     (select count(*)::int from payments p where disposition = 'enrolled'
       and not exists (select from enrolments e where e.payment_id = p.id)) as payments_without_place,
     (select count(*)::int from enquiries where email is not null
       and not exists (select from mail_outbox m where m.to_address = enquiries.email)) as enquiries_without_thanks`,
  )
  expect(halves).toEqual([{ places_without_receipt: 0, payments_without_place: 0, enquiries_without_thanks: 0 }])
}
