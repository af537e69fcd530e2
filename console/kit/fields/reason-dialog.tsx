import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from '#contract/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/field.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { FormError } from './form-error.tsx'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  description: ReactNode
  label: string
  /** What the button says. */
  action: string
  danger?: boolean
  /** Sends the words. The dialog closes when it is done. */
  send: (reason: string) => Promise<unknown>
}

/** Asks for words before an act, such as why a request is declined. */
export function ReasonDialog({ open, onClose, ...rest }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={rest.title} description={rest.description}>
      {/* What was typed is gone once it is closed. */}
      {open ? <ReasonForm {...rest} onClose={onClose} /> : null}
    </Dialog>
  )
}

function ReasonForm({ label, action, danger, send, onClose }: Omit<Props, 'open' | 'title' | 'description'>) {
  const box = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [sending, setSending] = useState(false)
  const fieldError = error instanceof ApiError ? error.fields['reason'] : undefined
  const submit = async () => {
    setSending(true)
    setError(null)
    try {
      await send(reason)
      onClose()
    } catch (failure) {
      setError(failure)
      box.current?.focus()
    } finally {
      setSending(false)
    }
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {error && !fieldError ? <FormError>{errorText(error)}</FormError> : null}
      <Textarea
        ref={box}
        label={label}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={fieldError}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={sending && action}>
          {action}
        </Button>
      </DialogActions>
    </form>
  )
}
