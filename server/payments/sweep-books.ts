import { one, row, rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { type Books, booksBalance, readBooks } from './check-books.ts'
import { recordRefund } from './record-refund.ts'
import { sendRefund } from './send-refund.ts'
import { findOrder, settlePayment } from './settle-payment.ts'

const pageSize = 100
const paymentDays = 7
/** A refund can take ten working days to arrive, or to fail. */
const refundDays = 30
const dayMilliseconds = 86_400_000

// The database decides what time it is, for the school's own clock may be wrong.
const askTime = statement<{ now: Date }>('time_of_sweep', `select app_now() as now`)
const known = statement('known_payment', `select 1 from payments where provider_payment_id = $1`)
// The queue is not part of a snapshot of the database: after a restore no job stands for what was on its way.
const unsentRefunds = statement<{ id: number }>(
  'unsent_refunds',
  `select id from refunds where status in ('queued', 'sent') and created_at <= app_now() - interval '1 hour' order by id`,
)

/**
 * Pages through everything the provider took and sent back lately, settles what is not known here, sends what should have
 * gone back long ago, and checks the books.
 * Run nightly; books that do not balance are an error in the log.
 */
export async function sweepBooks(deps: Deps): Promise<Books> {
  const { now: to } = await one(deps.db, askTime)
  const since = (days: number) => ({ from: new Date(to.getTime() - days * dayMilliseconds), to })
  for (const { id: keyId } of deps.config.provider.keys) {
    await eachOf(
      (page) => deps.gateway.listPayments(keyId, { ...since(paymentDays), ...page }),
      async (payment) => {
        const order = payment.orderId ? await findOrder(deps, payment.orderId) : undefined
        // An account may take money for other things than this school's batches.
        if (order) await tell(deps, payment.id, settlePayment(deps, order.id, payment))
      },
    )
    await eachOf(
      (page) => deps.gateway.listRefunds(keyId, { ...since(refundDays), ...page }),
      async (refund) => {
        if (await row(deps.db, known, [refund.paymentId])) await tell(deps, refund.id, recordRefund(deps, refund))
      },
    )
  }
  for (const { id } of await rows(deps.db, unsentRefunds)) {
    await sendRefund(deps, { id }).catch((error: unknown) => {
      deps.log.error({ err: error, refund: id }, 'a refund has not gone out for an hour')
    })
  }
  const books = await readBooks(deps)
  if (!booksBalance(books)) deps.log.error({ books }, 'the books do not balance')
  return books
}

/** One that can not be taken in is told, and is no reason to leave out the others. */
async function tell(deps: Deps, id: string, done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) => deps.log.error({ err: error, id }, 'what the provider lists can not be taken in'))
}

async function eachOf<T>(
  load: (page: { skip: number; count: number }) => Promise<T[]>,
  take: (item: T) => Promise<void>,
): Promise<void> {
  for (let skip = 0; ; skip += pageSize) {
    const page = await load({ skip, count: pageSize })
    for (const item of page) await take(item)
    if (page.length < pageSize) return
  }
}
