import { listOwnPrices, type OwnPrice } from '#contract/money/choice.ts'
import { call } from '#web/lib/api.ts'

/** What batches cost the student, by batch, where that is less than others pay. */
export async function askOwnPrices(): Promise<ReadonlyMap<number, OwnPrice>> {
  const { items } = await call(listOwnPrices)
  return new Map(items.map((one) => [one.batch_id, one]))
}
