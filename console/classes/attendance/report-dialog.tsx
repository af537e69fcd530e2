import { type ChangeEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { ApiError } from '#contract/client.ts'
import { checkAttendanceImport, type ZoneQuestion, zoneQuestion } from '#contract/classes/staff/attendance.ts'
import { call } from '#console/kit/api/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { readTableFile, tableFiles, type TableFile } from '#console/kit/imports/read-table-file.ts'
import { ZoneFields } from './zone-fields.tsx'

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

interface Asked {
  fileName: string
  file: TableFile
  question: ZoneQuestion
}

function ReportForm({ onClose, batchId, sessionId, path }: Omit<Props, 'open'>) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [offset, setOffset] = useState<number | null>(null)
  const navigate = useNavigate()
  const check = async (fileName: string, file: TableFile, answer?: number) => {
    const body = { file_name: fileName, ...file, ...(answer === undefined ? {} : { utc_offset_minutes: answer }) }
    try {
      const { id } = await call(checkAttendanceImport, { params: { id: batchId, session_id: sessionId }, body })
      await navigate(`${path}?report=${id}`)
    } catch (failure) {
      const question = questionOf(failure)
      if (!question) throw failure
      setAsked({ fileName, file, question })
      setOffset(question.choices[0]?.utc_offset_minutes ?? null)
      setBusy(false)
    }
  }
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    setAsked(null)
    await run(async () => check(file.name.slice(0, 200), await readTableFile(file)))
  }
  return (
    <div className="grid gap-4">
      <FormError>{error}</FormError>
      {asked && offset !== null ? (
        <ZoneFields question={asked.question} fileName={asked.fileName} value={offset} onChange={setOffset} />
      ) : (
        <p className="text-muted">
          Rows are matched by e-mail address only. Rows without one, or with an address that no student of the batch has, wait for
          you. Times without a zone are read as India time; when they lie outside the class, you choose the zone.
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Report of the class"
        accept={tableFiles}
        onChange={(event) => void choose(event)}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {asked && offset !== null ? (
          <>
            <Button onClick={() => input.current?.click()}>Choose another file</Button>
            <Button
              variant="primary"
              pending={busy && 'Reading…'}
              onClick={() => void run(async () => check(asked.fileName, asked.file, offset))}
            >
              Read it in this zone
            </Button>
          </>
        ) : (
          <Button variant="primary" pending={busy && 'Reading…'} onClick={() => input.current?.click()}>
            Choose a file
          </Button>
        )}
      </DialogActions>
    </div>
  )
}

/** The question that the refusal of a report carries; null for every other failure. */
function questionOf(error: unknown): ZoneQuestion | null {
  if (!(error instanceof ApiError)) return null
  const found = z.object({ question: zoneQuestion }).safeParse(error.raw)
  return found.success ? found.data.question : null
}
