import type { SQLInputValue } from 'node:sqlite'
import type { z } from 'zod'
import type { Payment, Refund, StoredOrder } from './entities.ts'
import { payment, refund, storedOrder } from './entities.ts'
import { unknownId } from './errors.ts'
import type { Row, Store } from './open-store.ts'

function parse<T>(schema: z.ZodType<T>, row: Row): T {
  const body: unknown = JSON.parse(String(row['body']))
  return schema.parse(body)
}

export function findOrder(store: Store, id: string): StoredOrder {
  const row = store.get('select body from orders where id = ?', id)
  if (!row) throw unknownId()
  return parse(storedOrder, row)
}

export function findPayment(store: Store, id: string): Payment {
  const row = store.get('select body from payments where id = ?', id)
  if (!row) throw unknownId()
  return parse(payment, row)
}

export function findRefund(store: Store, id: string): Refund {
  const row = store.get('select body from refunds where id = ?', id)
  if (!row) throw unknownId()
  return parse(refund, row)
}

export function saveOrder(store: Store, order: StoredOrder): void {
  store.run(
    `insert into orders (id, receipt, created_at, body) values (?, ?, ?, ?)
     on conflict (id) do update set body = excluded.body`,
    order.wire.id,
    order.wire.receipt,
    order.wire.created_at,
    JSON.stringify(order),
  )
}

export function savePayment(store: Store, changed: Payment): void {
  store.run('update payments set body = ? where id = ?', JSON.stringify(changed), changed.id)
}

export function saveRefund(store: Store, changed: Refund): void {
  store.run('update refunds set body = ? where id = ?', JSON.stringify(changed), changed.id)
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
      `select body from ${table} where ${wanted.where} and created_at >= ? and created_at <= ? order by seq desc limit ? offset ?`,
      ...wanted.values,
      wanted.from ?? 0,
      wanted.to ?? Number.MAX_SAFE_INTEGER,
      wanted.count,
      wanted.skip,
    )
    .map((row) => parse(schema, row))
}

export const listOrders = (store: Store, wanted: Page) => page(store, 'orders', storedOrder, wanted).map((stored) => stored.wire)
export const listPayments = (store: Store, wanted: Page) => page(store, 'payments', payment, wanted)
export const listRefunds = (store: Store, wanted: Page) => page(store, 'refunds', refund, wanted)

/** Wraps a list in the provider's collection object. */
export function collection<T>(items: T[]) {
  return { entity: 'collection', count: items.length, items }
}
