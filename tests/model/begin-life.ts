import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { buildApp } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import type { Gateway } from '#server/payments/provider/gateway.ts'

/** One process of the server, as far as others can tell: what it has not written to the database is gone with it. */
export interface Life {
  app: FastifyInstance
  deps: Deps
  /**
   * Ends it at the given statement or call to the provider from now on, before it is done or right after, and with it
   * every transaction that is open; nothing that still runs reaches anything any more.
   */
  dieAt(effect: number, when: 'before' | 'after'): void
}

export class Died extends Error {}

/** A fresh application on the same database and provider, with nothing left in memory of those before. */
export async function beginLife(given: Deps): Promise<Life> {
  let left = Number.POSITIVE_INFINITY
  let when: 'before' | 'after' = 'before'
  let dead = false
  const effect = async <T>(work: () => Promise<T>): Promise<T> => {
    if (dead) throw new Died()
    left -= 1
    if (left >= 0) return work()
    dead = true
    if (when === 'after') await work()
    throw new Died()
  }

  const pool = given.db
  const query = (target: Pick<pg.ClientBase, 'query'>) => (given: pg.QueryConfig | string, values?: unknown[]) =>
    effect(() => target.query(given, values))
  const db = Object.assign(Object.create(pool) as pg.Pool, {
    query: query(pool),
    async connect() {
      const client = await pool.connect()
      // A connection that ends rolls back, as that of a process that ended does.
      return { query: query(client), release: (broken?: Error) => client.release(dead || broken) }
    },
  })
  const { gateway } = given
  const reaching = <Arguments extends unknown[], Answer>(call: (...given: Arguments) => Promise<Answer>) => {
    return (...given: Arguments) => effect(() => call(...given))
  }
  const mortal: Gateway = {
    ...gateway,
    createOrder: reaching(gateway.createOrder),
    findOrderByReceipt: reaching(gateway.findOrderByReceipt),
    fetchOrder: reaching(gateway.fetchOrder),
    fetchPayment: reaching(gateway.fetchPayment),
    fetchRefund: reaching(gateway.fetchRefund),
    listPaymentsOfOrder: reaching(gateway.listPaymentsOfOrder),
    listPayments: reaching(gateway.listPayments),
    listRefunds: reaching(gateway.listRefunds),
    capturePayment: reaching(gateway.capturePayment),
    refundPayment: reaching(gateway.refundPayment),
  }
  const deps: Deps = { ...given, db, gateway: mortal }
  return {
    app: await buildApp(deps),
    deps,
    dieAt(effects, moment) {
      left = effects
      when = moment
    },
  }
}
