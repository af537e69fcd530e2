import { one, row, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { type Books, booksBalance, readBooks } from './check-books.ts'
import { recordRefund } from './record-refund.ts'
import { findOrder, settlePayment } from './settle-payment.ts'

const pageSize = 100
const paymentDays = 7
/** A refund can take ten working days to arrive, or to fail. */
const refundDays = 30
const dayMilliseconds = 86_400_000

// The database decides what time it is, for the school's own clock may be wrong.
const askTime = statement<{ now: Date }>('time_of_sweep', `select app_now() as now`)
const known = statement('known_payment', `select 1 from payments where provider_payment_id = $1`)

/**
 * Pages through everything the provider took and sent back lately, settles what is not known here, and checks the books.
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
        if (order) await settlePayment(deps, order.id, payment)
      },
    )
    await eachOf(
      (page) => deps.gateway.listRefunds(keyId, { ...since(refundDays), ...page }),
      async (refund) => {
        if (await row(deps.db, known, [refund.paymentId])) await recordRefund(deps, refund)
      },
    )
  }
  const books = await readBooks(deps)
  if (!booksBalance(books)) deps.log.error({ books }, 'the books do not balance')
  return books
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
