import { savePosition } from '#contract/classes.ts'
import { pathOf } from '#contract/client.ts'
import { call } from '../lib/api.ts'
import { readStored } from '../lib/storage.ts'

type SavedPosition = Awaited<ReturnType<typeof call<typeof savePosition>>>

/** Undefined when it could not be saved: watching goes on, and the next save makes up for it. */
export async function sendPosition(recordingId: number, position: number, watchedAt: string): Promise<SavedPosition | undefined> {
  try {
    return await call(savePosition, { params: { recordingId }, body: { position_seconds: position, watched_at: watchedAt } })
  } catch {
    return undefined
  }
}

/** On the way out: outlives the page, and nothing can be done about its answer. */
export function sendLastPosition(recordingId: number, position: number, watchedAt: string): void {
  const access = readStored('accessToken')
  if (!access) return
  void fetch(`/api${pathOf(savePosition.path, { recordingId })}`, {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: JSON.stringify({ position_seconds: position, watched_at: watchedAt }),
  }).catch(() => undefined)
}
