import { pictureLimits } from '#contract/site/staff/media.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { type PictureSource, usePictures } from '#console/kit/fields/image-field.tsx'
import { createStore } from '#ui/store.ts'

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
const store = createStore<readonly Upload[]>([])
let lastKey = 0

function update(key: number, change: Partial<Upload>): void {
  store.set(store.read().map((one) => (one.key === key ? { ...one, ...change } : one)))
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

/** Uploads several files. Each of them succeeds or fails for itself. */
export function useUploads() {
  const { upload } = usePictures()
  const uploads = store.useValue()
  return {
    uploads,
    add(files: readonly File[]) {
      const waiting = files.map((file) => ({ key: (lastKey += 1), file }))
      store.set([
        ...store.read().filter(({ state }) => state === 'waiting' || state === 'sending'),
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
    clear: () => store.set([]),
  }
}
