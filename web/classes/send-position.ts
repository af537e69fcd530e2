import { savePosition } from '#contract/classes/classes.ts'
import { pathOf } from '#contract/client.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { readStored } from '#web/lib/storage.ts'

export type SavedPosition = Awaited<ReturnType<typeof call<typeof savePosition>>>

/** Returns undefined when saving failed. Playback continues, and the next save replaces this one. */
export async function sendPosition(
  recordingId: number,
  position: number,
  watchedAt: string,
  ended: boolean,
): Promise<SavedPosition | undefined> {
  try {
    return await call(savePosition, {
      params: { recording_id: recordingId },
      body: { position_seconds: position, watched_at: watchedAt, ended },
    })
  } catch {
    return undefined
  }
}

/** Sends the position with `keepalive` when the page closes; the response is ignored. */
export function sendLastPosition(recordingId: number, position: number, watchedAt: string): void {
  const access = readStored('accessToken')
  if (!access) return
  const params = { recording_id: recordingId } satisfies InputOf<typeof savePosition>['params']
  void fetch(`/api${pathOf(savePosition.path, params)}`, {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: JSON.stringify({ position_seconds: position, watched_at: watchedAt }),
  }).catch(() => undefined)
}
