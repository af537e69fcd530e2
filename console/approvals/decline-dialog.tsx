import { useId, useState } from 'react'
import type { ApprovalRecord } from '#contract/staff/approvals.ts'
import { errorText } from '../api/error-text.ts'
import { boxClass } from '../fields/frame.tsx'
import { FormError } from '../fields/plain-field.tsx'
import { kindNames, rupeesOf } from '../money/words.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogActions } from '../parts/dialog.tsx'

interface Props {
  approval: ApprovalRecord
  send: (answer: string) => Promise<void>
  onClose: () => void
}

/** Says why something is declined. */
export function DeclineDialog({ approval, send, onClose }: Props) {
  const id = useId()
  const [answer, setAnswer] = useState('')
  const [state, setState] = useState<{ running: boolean; error: unknown }>({ running: false, error: null })
  const run = async () => {
    setState({ running: true, error: null })
    try {
      await send(answer.trim())
      onClose()
    } catch (error) {
      setState({ running: false, error })
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Decline the ${kindNames[approval.kind].toLowerCase()} of ${rupeesOf(approval.amount_paise)}`}
      description={`${approval.asked_by_name} gets a mail. Nothing changes for ${approval.student}.`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!state.running && answer.trim() !== '') void run()
        }}
      >
        <div className="grid gap-4">
          <div className="grid gap-1.5">
            <label htmlFor={id} className="font-semibold">
              Why
            </label>
            <textarea
              id={id}
              required
              rows={3}
              maxLength={500}
              value={answer}
              onChange={(event) => setAnswer(event.target.value)}
              className={`${boxClass} h-auto py-2 touch:h-auto`}
            />
          </div>
          <FormError>{state.error ? errorText(state.error) : null}</FormError>
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" pending={state.running && 'Declining…'} disabled={answer.trim() === ''}>
            Decline
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
