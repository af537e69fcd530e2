import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from './storage.ts'

/** Keeps files in a folder. A file appears whole: it is written beside its place and then renamed. */
export function diskStorage(folder: string): Storage {
  return {
    async write(path, bytes) {
      const file = join(folder, path)
      const unfinished = `${file}.${randomUUID()}`
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      try {
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true })
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async read(path) {
      return readFile(join(folder, path)).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      })
    },
    async remove(paths) {
      await Promise.all(paths.map((path) => rm(join(folder, path), { force: true })))
    },
  }
}
