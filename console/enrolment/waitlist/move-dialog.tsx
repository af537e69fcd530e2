import { useState } from 'react'
import { ApiError } from '#contract/client.ts'
import type { WaitlistRecord } from '#contract/enrolment/staff/waitlist.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Field, Textarea } from '#ui/field.tsx'

interface Props {
  entry: WaitlistRecord
  onClose: () => void
  send: (body: { place: number; reason: string }) => Promise<unknown>
}

/** Asks for another place of the list and why. */
export function MoveDialog({ entry, onClose, send }: Props) {
  const [place, setPlace] = useState('1')
  const [reason, setReason] = useState('')
  const [state, setState] = useState<{ running: boolean; error: unknown }>({ running: false, error: null })
  const fields = state.error instanceof ApiError ? state.error.fields : {}
  const run = async () => {
    setState({ running: true, error: null })
    try {
      await send({ place: Number(place), reason })
      onClose()
    } catch (error) {
      setState({ running: false, error })
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Move ${entry.student}`}
      description={`Now number ${entry.place ?? ''}. The person is not told; others see their own place change.`}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!state.running) void run()
        }}
      >
        {state.error && !fields['place'] && !fields['reason'] ? <FormError>{errorText(state.error)}</FormError> : null}
        <Field
          label="New place"
          inputMode="numeric"
          autoComplete="off"
          required
          maxLength={6}
          value={place}
          error={fields['place']}
          onChange={(event) => setPlace(event.target.value.replaceAll(/\D/g, ''))}
        />
        <Textarea
          label="Reason, for staff"
          maxLength={300}
          value={reason}
          error={fields['reason']}
          onChange={(event) => setReason(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={state.running && 'Moving…'}>
            Move
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
