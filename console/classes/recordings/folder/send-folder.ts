import { cancelRecordingUpload, startRecordingUpload } from '#contract/classes/staff/recording-uploads.ts'
import { call } from '#console/kit/api/client.ts'
import { errorText, hasStatus } from '#console/kit/api/error-text.ts'
import { createStore } from '#ui/store.ts'
import { sendWholeVideo, stopVideo } from '../video-uploads.ts'
import { lineOfName, type PlannedVideo } from './plan-folder.ts'

/** A video of a folder that this tab sends. */
export interface FolderVideo extends PlannedVideo<FolderVideoFile> {
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'stopped'
  /** Why it failed. */
  error: string
}
/** A file of the folder, which has its path. */
export interface FolderVideoFile {
  name: string
  path: string
  size: number
  blob: File
}

interface Folder {
  batchId: number
  videos: readonly FolderVideo[]
}

/** Milliseconds before another try while the person has as many videos on their way as the server allows. */
const busyPause = 5000

// Outside of the pages, so that a folder goes on while the person opens another page.
const store = createStore<Folder | null>(null)
let turn = 0
let wake: (() => void) | null = null

function update(path: string, change: Partial<FolderVideo>): void {
  const folder = store.read()
  if (folder) store.set({ ...folder, videos: folder.videos.map((one) => (one.file.path === path ? { ...one, ...change } : one)) })
}

export const isActive = ({ state }: Pick<FolderVideo, 'state'>): boolean => state === 'waiting' || state === 'sending'

/** Sends the videos of a folder one after the other. A video that fails holds up no other. @param onSent after each that has arrived */
export async function sendFolder(
  batchId: number,
  planned: readonly PlannedVideo<FolderVideoFile>[],
  onSent: () => unknown,
): Promise<void> {
  turn += 1
  const mine = turn
  const videos = planned
    .filter(({ does }) => does === 'upload' || does === 'go_on')
    .map((one): FolderVideo => ({ ...one, state: 'waiting', error: '' }))
  store.set({ batchId, videos })
  for (const video of videos) {
    if (turn !== mine) return
    update(video.file.path, { state: 'sending' })
    try {
      const upload = video.upload ?? (await begin(video, () => turn === mine))
      if (!upload || turn !== mine) return
      update(video.file.path, { upload })
      const isSent = await sendWholeVideo(upload, video.file.blob)
      if (turn !== mine) return
      update(video.file.path, isSent ? { state: 'sent' } : { state: 'failed', error: 'The upload was stopped.' })
    } catch (error) {
      update(video.file.path, { state: 'failed', error: errorText(error) })
    }
    await onSent()
  }
}

async function begin({ session, title, file }: FolderVideo, goesOn: () => boolean) {
  const body = { session_id: session?.id ?? 0, title, file_name: lineOfName(file.name), size_bytes: file.size }
  while (goesOn()) {
    try {
      return await call(startRecordingUpload, { body })
    } catch (error) {
      // Earlier ones are still prepared.
      if (!(hasStatus(error, 409) && error.code === 'too_many_uploads')) throw error
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, busyPause)
      })
    }
  }
  return null
}

/** Stops the folder and gives up the video that is on its way. Those that have arrived stay. */
export async function stopFolder(): Promise<void> {
  turn += 1
  wake?.()
  const folder = store.read()
  if (!folder) return
  const sending = folder.videos.find(({ state }) => state === 'sending')
  store.set({ ...folder, videos: folder.videos.map((one) => (isActive(one) ? { ...one, state: 'stopped' } : one)) })
  if (!sending?.upload) return
  stopVideo(sending.upload.id)
  await call(cancelRecordingUpload, { params: { id: sending.upload.id } })
}

/** The folder that this tab sends for a batch, or has sent since it was opened. */
export function useFolder(batchId: number): Folder | null {
  const folder = store.useValue()
  return folder?.batchId === batchId ? folder : null
}

/** Whether the tab sends a folder for another batch: one goes at a time. */
export function useOtherFolder(batchId: number): boolean {
  const folder = store.useValue()
  return folder !== null && folder.batchId !== batchId && folder.videos.some(isActive)
}
