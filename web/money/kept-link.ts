import { ApiError } from '#contract/client.ts'
import { offerPattern, openPaymentLink, readPaymentLink } from '#contract/money/payment-link.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { readStored } from '#web/lib/storage.ts'
import { LinkRefused } from './link-refusal.ts'

/** The session storage key of the secret of a payment link. It is kept through a sign-in, and until it is used or over. */
const keyOf = (batchId: string) => `payment-link-${batchId}`
/** The secrets of a tab without storage. */
const unstored = new Map<string, string>()

/** Takes the secret out of the address, so that neither the history, a bookmark nor a referrer has it. */
export function takeLink(batchId: string): void {
  const url = new URL(location.href)
  const secret = url.searchParams.get('offer')
  if (secret === null) return
  if (offerPattern.test(secret)) keep(batchId, secret)
  url.searchParams.delete('offer')
  history.replaceState(history.state, '', url)
}

function keep(batchId: string, secret: string): void {
  unstored.set(batchId, secret)
  try {
    sessionStorage.setItem(keyOf(batchId), secret)
  } catch {
    // It is kept for as long as the document.
  }
}

function keptLink(batchId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(batchId)) ?? unstored.get(batchId) ?? null
  } catch {
    return unstored.get(batchId) ?? null
  }
}

export function forgetLink(batchId: string): void {
  unstored.delete(batchId)
  queryClient.removeQueries({ queryKey: openedLinkKey(batchId) })
  try {
    sessionStorage.removeItem(keyOf(batchId))
  } catch {
    // Nothing was kept.
  }
}

/** The query of an opened link, which only `openKeptLink` fills. */
export const openedLinkKey = (batchId: string) => ['opened-link', batchId] as const

/**
 * Opens the kept link, if there is one, before a payment starts: for a student it is theirs from then on.
 * @throws LinkRefused when it leads to no payment; ApiError
 */
export async function openKeptLink(batchId: string): Promise<void> {
  const offer = keptLink(batchId)
  if (offer === null) return
  const endpoint = readStored('refreshToken') === null ? readPaymentLink : openPaymentLink
  const opened = await call(endpoint, { body: { batch_id: Number(batchId), offer } }).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 404 ? new LinkRefused('unknown', error.message) : error
  })
  if (opened.state === 'foreign') queryClient.removeQueries({ queryKey: openedLinkKey(batchId) })
  if (opened.state !== 'active') throw new LinkRefused(opened.state, opened.message)
  queryClient.setQueryData(openedLinkKey(batchId), opened)
}
