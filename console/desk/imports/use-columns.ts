import { useCallback, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  type ImportColumn,
  type ImportColumns,
  type imports,
  isPaymentColumn,
  readImportColumns,
} from '#contract/desk/staff/imports.ts'
import { call } from '#console/kit/api/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import type { FormValues } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof imports>
/** Milliseconds without a change before a table that is typed is read. */
const pause = 400

interface Columns {
  /** The columns of the file; null before it is read. */
  found: ImportColumns | null
  /** Why the file can't be read. */
  failure: string | null
  /** What a person has chosen for each heading; a payment only where payments are recorded. */
  columnOf: (heading: string) => ImportColumn | null
  choose: (heading: string, column: ImportColumn | null) => void
}

/** Reads the headings of the form's file once it is there, and keeps what each means in the form. */
export function useColumns(isPaid: boolean): Columns {
  const { control, setValue } = useFormContext<Values>()
  const [text, workbook] = useWatch({ control, name: ['text', 'workbook'] })
  const [found, setFound] = useState<ImportColumns | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, ImportColumn | null>>>({})
  useEffect(() => {
    const file = workbook ? { workbook } : text?.trim() ? { text } : null
    setValue('mapping', undefined)
    setFailure(null)
    setFound(null)
    if (!file) return
    let isCurrent = true
    const read = async () => {
      try {
        const answer = await call(readImportColumns, { body: file })
        if (!isCurrent) return
        setFound(answer)
        setChosen(Object.fromEntries(answer.columns.map(({ heading, column }) => [heading, column])))
      } catch (error) {
        if (isCurrent) setFailure(errorText(error))
      }
    }
    const timer = setTimeout(() => void read(), workbook ? 0 : pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, workbook, setValue])
  const columnOf = useCallback(
    (heading: string) => {
      const column = chosen[heading] ?? null
      return isPaid || !isPaymentColumn(column) ? column : null
    },
    [chosen, isPaid],
  )
  useEffect(() => {
    if (found) setValue('mapping', Object.fromEntries(found.columns.map(({ heading }) => [heading, columnOf(heading)])))
  }, [found, columnOf, setValue])
  return { found, failure, columnOf, choose: (heading, column) => setChosen({ ...chosen, [heading]: column }) }
}
