import { ApiError } from '#contract/client.ts'
import { type OpenedPart, openInstalmentLink, readInstalmentLink } from '#contract/money/instalments.ts'
import { pathTo } from '#contract/pages.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { readStored } from '#web/lib/storage.ts'
import { forgetSecret, keptSecret, takeSecret } from './kept-secret.ts'
import { PartRefused } from './part-refusal.ts'

/** The session storage key of the secret of a part. It is kept through a sign-in, and until the part is paid. */
const keyOf = (part: string) => `part-link-${part}`

/** Takes the secret out of the address, as `takeLink` does for a purchase. */
export const takePartLink = (part: string): void => takeSecret(keyOf(part))

export function forgetPartLink(part: string): void {
  queryClient.removeQueries({ queryKey: openedPartKey(part) })
  forgetSecret(keyOf(part))
}

/** The query of an opened part, which only `openKeptPart` fills. */
export const openedPartKey = (part: string) => ['opened-part', part] as const

/**
 * Opens the kept link of a part, if there is one, before its payment starts. An older mail has no link any more: the student who has the place
 * pays without it.
 * @throws PartRefused when it leads to no payment, or nobody is signed in; ApiError
 */
export async function openKeptPart(part: string, batchId: string): Promise<void> {
  const offer = keptSecret(keyOf(part))
  if (offer === null) return
  const isSignedIn = readStored('refreshToken') !== null
  const opened = await call(isSignedIn ? openInstalmentLink : readInstalmentLink, { body: { offer } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
  if (opened === null) return forgetPartLink(part)
  if (opened.part === null) queryClient.removeQueries({ queryKey: openedPartKey(part) })
  else queryClient.setQueryData<OpenedPart>(openedPartKey(part), opened)
  if (opened.state === 'foreign' || opened.state === 'paid' || opened.state === 'waived' || opened.state === 'ended')
    throw new PartRefused(opened.state, opened.message)
  if (!isSignedIn) throw new PartRefused('signed-out', opened.message)
  if (opened.part !== null && String(opened.part.batch_id) !== batchId) {
    // The student has moved to another batch since, and the part with them.
    location.replace(pathTo('start-payment', opened.part.batch_id, { part }))
    await new Promise(() => undefined)
  }
}
