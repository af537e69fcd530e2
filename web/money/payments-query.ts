import { queryOptions } from '@tanstack/react-query'
import { listPayments } from '#contract/money/payments.ts'
import { call } from '#web/lib/api.ts'
import { readPayments } from './read-payments.ts'

// Not in `queries.ts`, because the room would then load the schemas of `read-payments.ts`.
/** @param email of the session: part of the key, so that another student in this tab gets no cached data of the previous one */
export const paymentsQuery = (email: string | undefined) =>
  queryOptions({
    queryKey: ['payments', email ?? ''],
    queryFn: async () => readPayments(await call(listPayments)),
  })
