import { useSyncExternalStore } from 'react'
import { pictureLimits } from '#contract/site/staff/media.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { type PictureSource, usePictures } from '#console/kit/fields/image-field.tsx'

/** One file on its way into the library. */
export interface Upload {
  key: number
  name: string
  /** The share that has been sent; 1 while the server prepares the picture. */
  share: number
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** Why it failed. */
  error: string
}

/** Files that are sent at once. The server prepares one picture after the other. */
const atOnce = 2

// Outside of the pages, so that uploads go on while the person opens another page.
let current: readonly Upload[] = []
let lastKey = 0
const listeners = new Set<() => void>()

function turn(next: readonly Upload[]): void {
  current = next
  for (const listener of listeners) listener()
}

function update(key: number, change: Partial<Upload>): void {
  turn(current.map((one) => (one.key === key ? { ...one, ...change } : one)))
}

async function send(upload: PictureSource['upload'], key: number, file: File): Promise<void> {
  if (file.size > pictureLimits.bytes) {
    const most = pictureLimits.bytes / 1024 / 1024
    return update(key, { state: 'failed', error: `This file is larger than ${most} MB. Please make it smaller.` })
  }
  update(key, { state: 'sending' })
  try {
    await upload(file, (share) => update(key, { share }))
    update(key, { state: 'done', share: 1 })
  } catch (error) {
    update(key, { state: 'failed', error: errorText(error) })
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Uploads several files. Each of them succeeds or fails for itself. */
export function useUploads() {
  const { upload } = usePictures()
  const uploads = useSyncExternalStore(subscribe, () => current)
  return {
    uploads,
    add(files: readonly File[]) {
      const waiting = files.map((file) => ({ key: (lastKey += 1), file }))
      turn([
        ...current.filter(({ state }) => state === 'waiting' || state === 'sending'),
        ...waiting.map(({ key, file }) => ({ key, name: file.name, share: 0, state: 'waiting' as const, error: '' })),
      ])
      const next = async (): Promise<void> => {
        const one = waiting.shift()
        if (!one) return
        await send(upload, one.key, one.file)
        return next()
      }
      for (let line = 0; line < atOnce; line += 1) void next()
    },
    clear: () => turn([]),
  }
}
