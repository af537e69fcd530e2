import { useState } from 'react'
import { notify, notifyFailure } from './toasts.tsx'

/** Saves one file at a time and says what became of it. `busy` is true meanwhile. */
export function useDownload() {
  const [busy, setBusy] = useState(false)
  const run = async (save: () => Promise<void>, saved = 'The file is saved.') => {
    setBusy(true)
    try {
      await save()
      notify(saved)
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
