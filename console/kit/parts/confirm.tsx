import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { createStore } from '#ui/store.ts'

interface Question {
  title: string
  /** The consequence in words and figures. */
  text: string
  /** The act, as the button says it: "Refund ₹36,000". */
  action: string
  cancel?: string
  danger?: boolean
}

interface Asked extends Question {
  answer: (yes: boolean) => void
}

const store = createStore<Asked | null>(null)

/** Asks before an act that cannot be undone. */
export function confirm(question: Question): Promise<boolean> {
  store.read()?.answer(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  store.set({
    ...question,
    answer(yes) {
      store.set(null)
      resolve(yes)
    },
  })
  return promise
}

/** Shows the questions of `confirm`. The shell has one. */
export function ConfirmDialog() {
  const asked = store.useValue()
  const [shown, setShown] = useState<Asked | null>(null)
  // The text stays while the dialog fades out.
  if (asked && asked !== shown) setShown(asked)
  return (
    <Dialog open={asked !== null} onClose={() => asked?.answer(false)} title={shown?.title ?? ''} description={shown?.text}>
      <DialogActions>
        <Button onClick={() => asked?.answer(false)}>{shown?.cancel ?? 'Cancel'}</Button>
        <Button variant={shown?.danger ? 'danger' : 'primary'} onClick={() => asked?.answer(true)}>
          {shown?.action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
