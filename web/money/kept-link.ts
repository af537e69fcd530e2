import { ApiError } from '#contract/client.ts'
import { openPaymentLink, readPaymentLink } from '#contract/money/payment-link.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { readStored } from '#web/lib/storage.ts'
import { forgetSecret, keptSecret, takeSecret } from './kept-secret.ts'
import { LinkRefused } from './link-refusal.ts'

/** The session storage key of the secret of a payment link. It is kept through a sign-in, and until it is used or over. */
const keyOf = (batchId: string) => `payment-link-${batchId}`

/** Takes the secret out of the address. */
export const takeLink = (batchId: string): void => takeSecret(keyOf(batchId))

export function forgetLink(batchId: string): void {
  queryClient.removeQueries({ queryKey: openedLinkKey(batchId) })
  forgetSecret(keyOf(batchId))
}

/** The query of an opened link, which only `openKeptLink` fills. */
export const openedLinkKey = (batchId: string) => ['opened-link', batchId] as const

/**
 * Opens the kept link, if there is one, before a payment starts: for a student it is theirs from then on.
 * @throws LinkRefused when it leads to no payment; ApiError
 */
export async function openKeptLink(batchId: string): Promise<void> {
  const offer = keptSecret(keyOf(batchId))
  if (offer === null) return
  const endpoint = readStored('refreshToken') === null ? readPaymentLink : openPaymentLink
  const opened = await call(endpoint, { body: { batch_id: Number(batchId), offer } }).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 404 ? new LinkRefused('unknown', error.message) : error
  })
  if (opened.state === 'foreign') queryClient.removeQueries({ queryKey: openedLinkKey(batchId) })
  if (opened.state !== 'active') throw new LinkRefused(opened.state, opened.message)
  queryClient.setQueryData(openedLinkKey(batchId), opened)
}
