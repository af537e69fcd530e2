import { Download, FileSpreadsheet, X } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { readTableFile, tableFiles } from './read-table-file.ts'
import { useField } from '#console/kit/fields/use-field.ts'
import { Button } from '#ui/button.tsx'
import { areaClass, Below, describedBy } from '#ui/field.tsx'
import { notifyFailure } from '#console/kit/parts/toasts.tsx'

/** The fields of a form that has a file. */
export interface FileValues {
  text?: string | undefined
  workbook?: string | undefined
  file_name: string
}

/** The name of a file that was pasted. */
const pasted = 'Pasted table'

interface Props {
  /** What the file has, such as "students". */
  what: string
  /** The first lines of such a file, as CSV. */
  sample: string
  /** Lines of a file that was read. */
  lines: number | null
}

/** A workbook or a CSV of this computer, or a table that is pasted. */
export function FileField({ what, sample, lines }: Props) {
  const { id, value, set, ref, onBlur, error: textError } = useField<string | undefined, FileValues>('text')
  const { value: workbook, set: setWorkbook, error: workbookError } = useField<string | undefined, FileValues>('workbook')
  const { value: name, set: setName, error: nameError } = useField<string, FileValues>('file_name')
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setIsReading] = useState(false)
  const error = textError ?? workbookError ?? nameError
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    setIsReading(true)
    try {
      const read = await readTableFile(file)
      set('text' in read ? read.text : undefined)
      setWorkbook('workbook' in read ? read.workbook : undefined)
      setName(file.name.slice(0, 200))
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setIsReading(false)
    }
  }
  const remove = () => {
    setWorkbook(undefined)
    set('')
    setName('')
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => input.current?.click()} pending={isReading && 'Reading…'}>
          <FileSpreadsheet aria-hidden="true" className="size-4" />
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={`File of ${what}`}
          accept={tableFiles}
          onChange={(event) => void choose(event)}
        />
        <Button onClick={() => saveSample(what, sample)}>
          <Download aria-hidden="true" className="size-4" />
          Download a sample file
        </Button>
        {workbook ? null : (
          <p role="status" className="min-w-0 text-muted">
            {lines === null ? (
              'or paste the table below'
            ) : (
              <>
                <span className="font-semibold wrap-anywhere text-ink">{name}</span>, {linesBelow(lines)}
              </>
            )}
          </p>
        )}
      </div>
      {workbook ? (
        <div className="grid gap-1.5">
          <p className="flex items-center gap-3 rounded-md border border-line bg-sunken px-3 py-2.5">
            <FileSpreadsheet aria-hidden="true" className="size-5 shrink-0 text-accent" />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold wrap-anywhere">{name}</span>
              <span role="status" className="text-sm text-muted">
                {lines === null ? 'Reading…' : `${linesBelow(lines)}, from its first sheet with content`}
              </span>
            </span>
            <Button variant="quiet" size="square" aria-label="Remove the workbook" onClick={remove}>
              <X aria-hidden="true" className="size-4" />
            </Button>
          </p>
          <Below id={id} hint={undefined} error={error} />
        </div>
      ) : (
        <div className="grid gap-1.5">
          <label htmlFor={id} className="font-semibold">
            Table
          </label>
          <textarea
            {...describedBy(id, error, true)}
            ref={ref}
            id={id}
            required
            spellCheck={false}
            placeholder={sample}
            value={value ?? ''}
            onChange={(event) => {
              set(event.target.value)
              if (name === '') setName(pasted)
            }}
            onBlur={onBlur}
            className={`${areaClass} min-h-40 font-mono text-xs whitespace-pre touch:text-base`}
          />
          <Below
            id={id}
            hint="Copy the table from your spreadsheet with its first line, and paste it here. Commas, semicolons and tabs are understood."
            error={error}
          />
        </div>
      )}
    </div>
  )
}

const linesBelow = (lines: number) => `${lines.toLocaleString('en-IN')} ${lines === 1 ? 'line' : 'lines'} below the first`

function saveSample(what: string, sample: string): void {
  const link = document.createElement('a')
  // Spreadsheets read UTF-8 only with the byte order mark.
  link.href = URL.createObjectURL(new Blob([`\ufeff${sample}\n`.replaceAll('\n', '\r\n')], { type: 'text/csv' }))
  link.download = `${what.replaceAll(' ', '-')}-sample.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}
