import { afterAll } from 'vitest'
import type { OnFinished } from '#tests/school/create-test-app.ts'

/** Returns what registers an end after all tests of a file, the last one first, for what they share. */
export function endWithFile(): OnFinished {
  const ends: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const end of ends) await end()
  })
  return (end) => void ends.unshift(end)
}
