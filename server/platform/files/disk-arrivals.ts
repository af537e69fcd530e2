import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore as TusFileStore } from '@tus/file-store'
import type { Arrivals } from './file-store.ts'
import { ifThere } from './if-there.ts'

/** Keeps what arrives in a folder. */
export function diskArrivals(folder: string): Arrivals {
  let store: TusFileStore | undefined
  // The store makes its folder too, and ends the process when it can't. So it is made here first, by a process that needs it.
  const openStore = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return (store ??= new (await import('@tus/file-store')).FileStore({ directory: folder }))
  }
  return {
    store: openStore,
    async begin(key, size) {
      const { Upload } = await import('@tus/server')
      await (await openStore()).create(new Upload({ id: key, size, offset: 0 }))
    },
    received: async (key) => (await ifThere(stat(join(folder, key))))?.size,
    copy: async (key) => join(folder, key),
    async remove(key) {
      await Promise.all([key, `${key}.json`].map((name) => rm(join(folder, name), { force: true })))
    },
  }
}
