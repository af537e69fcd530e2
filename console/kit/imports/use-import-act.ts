import { useState } from 'react'
import type { z } from 'zod'
import { currentOf, errorText } from '#console/kit/api/error-text.ts'
import { notify } from '#console/kit/parts/toasts.tsx'

interface Given<One> {
  record: z.ZodType<One>
  keep: (after: One) => unknown
  /** Reads again what the act may have changed. */
  refresh: () => Promise<unknown>
}

export type ImportAct<One> = (
  work: () => Promise<One>,
  done: string | ((after: One) => string),
  undo?: () => Promise<One>,
) => Promise<void>

/** Runs an act on an imported file. A refused one shows why, and the file as it is now. */
export function useImportAct<One>({ record, keep, refresh }: Given<One>) {
  const [failure, setFailure] = useState<string | null>(null)
  const [running, setRunning] = useState(false)
  const settle = async (after: One) => {
    keep(after)
    await refresh()
  }
  const act: ImportAct<One> = async (work, done, undo) => {
    setRunning(true)
    setFailure(null)
    try {
      const after = await work()
      notify(typeof done === 'string' ? done : done(after), undo && (async () => settle(await undo())))
      await settle(after)
    } catch (error) {
      setFailure(errorText(error))
      const current = currentOf(error, record)
      await (current ? settle(current) : refresh())
    } finally {
      setRunning(false)
    }
  }
  return { act, failure, running }
}
