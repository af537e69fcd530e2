import { type ChangeEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { checkAttendanceImport } from '#contract/staff/attendance.ts'
import { call } from '../api/client.ts'
import { errorText } from '../api/error-text.ts'
import { FormError } from '../fields/plain-field.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogActions } from '../parts/dialog.tsx'
import { readReportFile } from './read-report-file.ts'

interface Props {
  open: boolean
  onClose: () => void
  batchId: number
  sessionId: number
  path: string
}

/** Takes the report of a classroom's provider. It is checked first, and shown before it counts. */
export function ReportDialog({ open, onClose, ...rest }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Import a report"
      description="The list of participants that Google Meet, Zoom or Microsoft Teams wrote of this class. You see what it says before it counts."
    >
      {open ? <ReportForm onClose={onClose} {...rest} /> : null}
    </Dialog>
  )
}

function ReportForm({ onClose, batchId, sessionId, path }: Omit<Props, 'open'>) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const navigate = useNavigate()
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    setBusy(true)
    setError(null)
    try {
      const text = await readReportFile(file)
      const body = { file_name: file.name.slice(0, 200), text }
      const { id } = await call(checkAttendanceImport, { params: { id: batchId, session_id: sessionId }, body })
      await navigate(`${path}?report=${id}`)
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-4">
      <FormError>{error}</FormError>
      <p className="text-muted">
        Rows are matched by e-mail address only. Rows without one, or with an address that no student of the batch has, wait for
        you. Times without a zone are read as India time.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Report of the class"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={(event) => void choose(event)}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" pending={busy && 'Reading…'} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      </DialogActions>
    </div>
  )
}
