import type { Upload } from 'tus-js-client'
import { type RecordingUpload, videoPart } from '#contract/classes/staff/recording-uploads.ts'
import { renew } from '#console/kit/api/renew.ts'
import { readAccess, readSession, signedInAgain } from '#console/kit/api/session.ts'
import { createStore } from '#ui/store.ts'

/** A video that this tab sends. */
export interface SendingVideo {
  id: number
  title: string
  /** From 0 to 1. */
  share: number
  /** `waiting` while the connection is gone, `full` while the server has no room: both go on by themselves. */
  state: 'sending' | 'waiting' | 'full' | 'done' | 'failed'
  /** Why it failed. */
  error: string
}

/** Milliseconds between the tries of a part, for a day. The counting begins anew with each part that arrives. */
const retries = [0, 1000, 3000, 10_000, ...Array.from({ length: 2880 }, () => 30_000)]

// Outside of the pages, so that a video goes on while the person opens another page.
const store = createStore<readonly SendingVideo[]>([])
const running = new Map<number, Upload>()
/** Who waits for the end of a video. */
const waiting = new Map<number, (isSent: boolean) => void>()

function settle(id: number, isSent: boolean): void {
  running.delete(id)
  waiting.get(id)?.(isSent)
  waiting.delete(id)
}

/** Sends a video and waits for its end. @returns false when it was stopped or has failed */
export async function sendWholeVideo(upload: RecordingUpload, file: File): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  stopVideo(upload.id)
  waiting.set(upload.id, resolve)
  await begin(upload, file)
  return promise
}

function update(id: number, change: Partial<SendingVideo>): void {
  store.set(store.read().map((one) => (one.id === id ? { ...one, ...change } : one)))
}

function warn(event: BeforeUnloadEvent): void {
  if (store.read().some(isActive)) event.preventDefault()
}

const isActive = ({ state }: SendingVideo) => state === 'sending' || state === 'waiting' || state === 'full'

/** Sends the bytes of a video from where the server has them. The access token is renewed on the way. */
export async function sendVideo(upload: RecordingUpload, file: File): Promise<void> {
  stopVideo(upload.id)
  await begin(upload, file)
}

async function begin({ id, title }: RecordingUpload, file: File): Promise<void> {
  store.set([...store.read(), { id, title, share: 0, state: 'sending', error: '' }])
  const owner = readSession().staff?.id
  const { Upload: Sender } = await import('tus-js-client')
  if (!store.read().some((one) => one.id === id)) return
  const upload = new Sender(file, {
    uploadUrl: `/api/staff/recording-uploads/${id}/file/`,
    chunkSize: videoPart,
    retryDelays: retries,
    storeFingerprintForResuming: false,
    onBeforeRequest: (request) => request.setHeader('authorization', `Bearer ${readAccess() ?? ''}`),
    async onAfterResponse(request, response) {
      if (response.getStatus() !== 401) return
      const used = request.getHeader('authorization')?.replace('Bearer ', '') ?? null
      if (!(await renew(used))) await signedInAgain()
    },
    onShouldRetry(error) {
      const status = error.originalResponse?.getStatus() ?? 0
      // Another person must not send what the first one began.
      const goesOn = readSession().staff?.id === owner && ([0, 401, 409, 423, 429].includes(status) || status >= 500)
      if (goesOn && status !== 401) update(id, { state: status === 507 ? 'full' : 'waiting' })
      return goesOn
    },
    onProgress: (sent, total) => update(id, { state: 'sending', share: total === null ? 0 : sent / total }),
    onSuccess() {
      update(id, { state: 'done', share: 1 })
      settle(id, true)
    },
    onError() {
      update(id, { state: 'failed', error: 'The upload was stopped. Choose the file again to go on where it stopped.' })
      settle(id, false)
    },
  })
  running.set(id, upload)
  // The same listener is added once.
  addEventListener('beforeunload', warn)
  upload.start()
}

/** Stops sending. What has arrived stays at the server. */
export function stopVideo(id: number): void {
  void running.get(id)?.abort()
  settle(id, false)
  store.set(store.read().filter((one) => one.id !== id))
}

/** The videos that this tab sends, or has sent since it was opened. */
export function useSendingVideos(): readonly SendingVideo[] {
  return store.useValue()
}
