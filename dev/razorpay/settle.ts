import type { Payment, Refund } from './entities.ts'
import { queueDelivery, recordEvent } from './emit-events.ts'
import { makeDigits, makeId } from './make-id.ts'
import type { Row } from './open-store.ts'
import type { Sandbox } from './sandbox.ts'

const dayMs = 86_400_000
const indiaMs = 5.5 * 3_600_000
/** Money reaches the bank at noon in India. */
const noonMs = 12 * 3_600_000

/** Republic Day, Independence Day and Gandhi Jayanti. */
const nationalHolidays = new Set(['01-26', '08-15', '10-02'])

/** Sundays, second and fourth Saturdays and holidays are no working days of banks. Those of a State are not known here. @param day days since 1970 */
function isWorkingDay(day: number): boolean {
  const date = new Date(day * dayMs)
  if (nationalHolidays.has(date.toISOString().slice(5, 10))) return false
  const week = Math.ceil(date.getUTCDate() / 7)
  return date.getUTCDay() !== 0 && (date.getUTCDay() !== 6 || (week !== 2 && week !== 4))
}

/** Noon in India, `days` working days after a moment. */
function workingNoon(moment: number, days: number): number {
  let day = Math.floor((moment + indiaMs) / dayMs)
  for (let left = days; left > 0; ) {
    day += 1
    if (isWorkingDay(day)) left -= 1
  }
  return day * dayMs + noonMs - indiaMs
}

interface Line {
  id: string
  type: 'payment' | 'refund'
  paymentId: string
  debit: number
  credit: number
  amount: number
  fee: number
  tax: number
  dueAt: number
}

function add(sandbox: Sandbox, line: Line, orderId: string): void {
  const active = sandbox.faults.take('settlements', orderId, ['on_hold', 'missing', 'twice', 'wrong_sum'])
  if (active?.fault === 'missing') return
  sandbox.store.run(
    `insert into settlement_lines (entity_id, type, payment_id, order_id, debit, credit, amount, fee, tax, on_hold, fault, created_at, due_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    line.id,
    line.type,
    line.paymentId,
    orderId,
    line.debit,
    line.credit,
    line.amount,
    line.fee,
    line.tax,
    active?.fault === 'on_hold' ? 1 : 0,
    active?.fault ?? null,
    sandbox.clock.seconds(),
    line.dueAt,
  )
  if (active?.fault === 'twice') scheduleSettlement(sandbox, workingNoon(line.dueAt, 1))
  scheduleSettlement(sandbox, line.dueAt)
}

function scheduleSettlement(sandbox: Sandbox, at: number): void {
  const subject = String(at)
  if (sandbox.store.get(`select 1 from jobs where due_at = ? and kind = 'settle'`, at)) return
  sandbox.store.run(`insert into jobs (due_at, kind, subject) values (?, 'settle', ?)`, at, subject)
}

/** A captured payment is settled two working days later, less its fee. */
export function addPaymentToSettle(sandbox: Sandbox, payment: Payment): void {
  const fee = payment.fee ?? 0
  const { id, amount } = payment
  const dueAt = workingNoon(sandbox.clock.now(), 2)
  add(
    sandbox,
    { id, type: 'payment', paymentId: id, debit: 0, credit: amount - fee, amount, fee, tax: payment.tax ?? 0, dueAt },
    payment.order_id,
  )
}

/** A processed refund of a captured payment is taken off the next settlement. */
export function addRefundToSettle(sandbox: Sandbox, payment: Payment, refund: Refund): void {
  if (!payment.captured) return
  const { id, amount } = refund
  const dueAt = workingNoon(sandbox.clock.now(), 1)
  add(
    sandbox,
    { id, type: 'refund', paymentId: payment.id, debit: amount, credit: 0, amount, fee: 0, tax: 0, dueAt },
    payment.order_id,
  )
}

/** Settles what is due. A sum that is not positive waits for the next settlement. @param at milliseconds of the day's noon */
export function settle(sandbox: Sandbox, at: number): void {
  const { store } = sandbox
  const lines = store.all(
    'select * from settlement_lines where settlement_id is null and on_hold = 0 and due_at <= ? order by seq',
    at,
  )
  const sum = (of: string) => lines.reduce((total, line) => total + Number(line[of]), 0)
  const amount = sum('credit') - sum('debit')
  if (lines.length === 0 || amount <= 0) return
  const wrong = lines.some((line) => line['fault'] === 'wrong_sum')
  const body = {
    id: makeId('setl_'),
    entity: 'settlement',
    amount: wrong ? amount - 100 : amount,
    status: 'processed',
    fees: sum('fee'),
    tax: sum('tax'),
    utr: `KRY${makeDigits(13)}`,
    created_at: Math.floor(at / 1000),
  }
  store.run('insert into settlements (id, created_at, body) values (?, ?, ?)', body.id, body.created_at, JSON.stringify(body))
  for (const line of lines) {
    store.run(
      'update settlement_lines set settlement_id = ?, settled_at = ? where seq = ?',
      body.id,
      body.created_at,
      Number(line['seq']),
    )
    // The same money once more, with the next settlement.
    if (line['fault'] !== 'twice') continue
    store.run(
      `insert into settlement_lines (entity_id, type, payment_id, order_id, debit, credit, amount, fee, tax, on_hold, created_at, due_at)
       select entity_id, type, payment_id, order_id, debit, credit, amount, fee, tax, 0, created_at, ? from settlement_lines where seq = ?`,
      workingNoon(at, 1),
      Number(line['seq']),
    )
  }
  // The provider gives up after a day.
  if (sandbox.clock.now() - at > dayMs) return
  const event = recordEvent(sandbox, 'settlement.processed', { settlement: { entity: body } })
  const active = sandbox.faults.take('webhooks', undefined, ['drop'])
  if (!active) queueDelivery(sandbox, event)
}

/** The settlements between two Unix times, the latest first. */
export function listSettlements(
  sandbox: Sandbox,
  { from, to, count, skip }: { from: number; to: number; count: number; skip: number },
): unknown[] {
  return sandbox.store
    .all(
      'select body from settlements where created_at >= ? and created_at <= ? order by created_at desc, seq desc limit ? offset ?',
      from,
      to,
      count,
      skip,
    )
    .map((row): unknown => JSON.parse(String(row['body'])))
}

/** What was settled in a month or on a day of India, and what was put on hold then. */
export function listSettled(
  sandbox: Sandbox,
  { year, month, day, count, skip }: { year: number; month: number; day: number | undefined; count: number; skip: number },
): unknown[] {
  const begin = (Date.UTC(year, month - 1, day ?? 1) - indiaMs) / 1000
  const end = (Date.UTC(year, day === undefined ? month : month - 1, day === undefined ? 1 : day + 1) - indiaMs) / 1000
  return sandbox.store
    .all(
      `select l.*, s.body from settlement_lines l left join settlements s on s.id = l.settlement_id
       where (l.settled_at >= ?1 and l.settled_at < ?2) or (l.on_hold = 1 and l.created_at >= ?1 and l.created_at < ?2)
       order by l.seq limit ?3 offset ?4`,
      begin,
      end,
      count,
      skip,
    )
    .map((line) => wireOf(sandbox, line))
}

function wireOf(sandbox: Sandbox, line: Row) {
  const text = (name: string) => {
    const value = line[name]
    return typeof value === 'string' ? value : null
  }
  const body = text('body')
  const settlement: unknown = body === null ? null : JSON.parse(body)
  const utr = settlement !== null && typeof settlement === 'object' && 'utr' in settlement ? settlement.utr : null
  const payment = sandbox.store.get('select body from payments where id = ?', String(line['payment_id']))
  const paid: unknown = payment && JSON.parse(String(payment['body']))
  const method = paid !== null && typeof paid === 'object' && 'method' in paid ? paid.method : null
  const order = sandbox.store.get('select receipt from orders where id = ?', String(line['order_id']))
  return {
    entity_id: text('entity_id'),
    type: text('type'),
    debit: Number(line['debit']),
    credit: Number(line['credit']),
    amount: Number(line['amount']),
    currency: 'INR',
    fee: Number(line['fee']),
    tax: Number(line['tax']),
    on_hold: line['on_hold'] === 1,
    settled: line['settlement_id'] !== null,
    created_at: Number(line['created_at']),
    settled_at: line['settled_at'] === null ? null : Number(line['settled_at']),
    settlement_id: text('settlement_id'),
    settlement_utr: utr,
    description: null,
    notes: [],
    payment_id: line['type'] === 'refund' ? text('payment_id') : null,
    order_id: text('order_id'),
    order_receipt: order?.['receipt'] ?? null,
    method,
    card_network: null,
    card_issuer: null,
    card_type: null,
    dispute_id: null,
  }
}
