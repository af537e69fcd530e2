import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { buildApp } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import type { Gateway } from '#server/money/provider/gateway.ts'

/** A simulated server process. When it ends, everything that is not in the database is lost. */
export interface ServerProcess {
  app: FastifyInstance
  deps: Deps
  /**
   * Kills the process before or after the given number of further statements and provider calls. Open transactions roll
   * back, and code that still runs can't reach the database or the provider.
   */
  killAt(effect: number, when: 'before' | 'after'): void
}

export class ProcessKilled extends Error {}

/** Starts an application with empty memory on the same database and provider. */
export async function startProcess(args: Deps): Promise<ServerProcess> {
  let left = Number.POSITIVE_INFINITY
  let when: 'before' | 'after' = 'before'
  let killed = false
  const effect = async <T>(work: () => Promise<T>): Promise<T> => {
    if (killed) throw new ProcessKilled()
    left -= 1
    if (left >= 0) return work()
    killed = true
    if (when === 'after') await work()
    throw new ProcessKilled()
  }

  const pool = args.db
  const query = (target: Pick<pg.ClientBase, 'query'>) => (args: pg.QueryConfig | string, values?: unknown[]) =>
    effect(() => target.query(args, values))
  const db = Object.assign(Object.create(pool) as pg.Pool, {
    query: query(pool),
    async connect() {
      const client = await pool.connect()
      // Closing the connection rolls back, as the end of a process does.
      return {
        connection: client.connection,
        query: query(client),
        release: (broken?: Error) => client.release(killed || broken),
      }
    },
  })
  const { gateway } = args
  const countEffect = <Arguments extends unknown[], Answer>(call: (...args: Arguments) => Promise<Answer>) => {
    return (...args: Arguments) => effect(() => call(...args))
  }
  const gatewayOfProcess: Gateway = {
    ...gateway,
    createOrder: countEffect(gateway.createOrder),
    findOrderByReceipt: countEffect(gateway.findOrderByReceipt),
    fetchOrder: countEffect(gateway.fetchOrder),
    fetchPayment: countEffect(gateway.fetchPayment),
    fetchRefund: countEffect(gateway.fetchRefund),
    listPaymentsOfOrder: countEffect(gateway.listPaymentsOfOrder),
    listPayments: countEffect(gateway.listPayments),
    listRefunds: countEffect(gateway.listRefunds),
    capturePayment: countEffect(gateway.capturePayment),
    refundPayment: countEffect(gateway.refundPayment),
  }
  const deps: Deps = { ...args, db, gateway: gatewayOfProcess }
  return {
    app: await buildApp(deps),
    deps,
    killAt(effects, moment) {
      left = effects
      when = moment
    },
  }
}
