import type { SQLInputValue } from 'node:sqlite'
import type { z } from 'zod'
import type { KeptOrder, Payment, Refund } from './entities.ts'
import { keptOrder, payment, refund } from './entities.ts'
import { unknownId } from './errors.ts'
import type { Row, Store } from './open-store.ts'

function parse<T>(schema: z.ZodType<T>, row: Row): T {
  const body: unknown = JSON.parse(String(row['body']))
  return schema.parse(body)
}

export function findOrder(store: Store, id: string): KeptOrder {
  const row = store.get('SELECT body FROM orders WHERE id = ?', id)
  if (!row) throw unknownId()
  return parse(keptOrder, row)
}

export function findPayment(store: Store, id: string): Payment {
  const row = store.get('SELECT body FROM payments WHERE id = ?', id)
  if (!row) throw unknownId()
  return parse(payment, row)
}

export function findRefund(store: Store, id: string): Refund {
  const row = store.get('SELECT body FROM refunds WHERE id = ?', id)
  if (!row) throw unknownId()
  return parse(refund, row)
}

export function saveOrder(store: Store, order: KeptOrder): void {
  store.run(
    `INSERT INTO orders (id, receipt, created_at, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
    order.wire.id,
    order.wire.receipt,
    order.wire.created_at,
    JSON.stringify(order),
  )
}

export function savePayment(store: Store, changed: Payment): void {
  store.run('UPDATE payments SET body = ? WHERE id = ?', JSON.stringify(changed), changed.id)
}

export function saveRefund(store: Store, changed: Refund): void {
  store.run('UPDATE refunds SET body = ? WHERE id = ?', JSON.stringify(changed), changed.id)
}

/** A list query, newest first. `where` is SQL from this folder, never from a request. */
interface Page {
  where: string
  values: SQLInputValue[]
  from?: number | undefined
  to?: number | undefined
  count: number
  skip: number
}

function page<T>(store: Store, table: 'orders' | 'payments' | 'refunds', schema: z.ZodType<T>, wanted: Page): T[] {
  return store
    .all(
      `SELECT body FROM ${table} WHERE ${wanted.where} AND created_at >= ? AND created_at <= ? ORDER BY seq DESC LIMIT ? OFFSET ?`,
      ...wanted.values,
      wanted.from ?? 0,
      wanted.to ?? Number.MAX_SAFE_INTEGER,
      wanted.count,
      wanted.skip,
    )
    .map((row) => parse(schema, row))
}

export const listOrders = (store: Store, wanted: Page) => page(store, 'orders', keptOrder, wanted).map((kept) => kept.wire)
export const listPayments = (store: Store, wanted: Page) => page(store, 'payments', payment, wanted)
export const listRefunds = (store: Store, wanted: Page) => page(store, 'refunds', refund, wanted)

/** Wraps a list in the provider's collection object. */
export function collection<T>(items: T[]) {
  return { entity: 'collection', count: items.length, items }
}
