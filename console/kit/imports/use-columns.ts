import { useCallback, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { errorText } from '#console/kit/api/error-text.ts'
import type { FileValues } from './file-field.tsx'
import type { TableFile } from './read-table-file.ts'

/** Milliseconds without a change before a table that is typed is read. */
const pause = 400

/** The columns of a file that was read, with two values of each. */
export interface FoundColumns<Column extends string> {
  columns: readonly { heading: string; column: Column | null; samples: readonly string[] }[]
  lines: number
  remembered: boolean
}

export interface Columns<Column extends string> {
  /** The columns of the file; null before it is read. */
  found: FoundColumns<Column> | null
  /** Why the file can't be read. */
  failure: string | null
  /** What a person has chosen for each heading; null for a column that can't be chosen now. */
  columnOf: (heading: string) => Column | null
  choose: (heading: string, column: Column | null) => void
}

interface Values extends FileValues {
  mapping?: Record<string, string | null> | undefined
}

/**
 * Reads the headings of the form's file once it is there, and keeps what each means in the form.
 * @param read asks the server. Another function reads again, so it has to be a stable one
 * @param allows whether a column can be chosen now; a stable one as well
 */
export function useColumns<Column extends string>(
  read: (file: TableFile) => Promise<FoundColumns<Column>>,
  allows: (column: Column) => boolean,
): Columns<Column> {
  const { control, setValue } = useFormContext<Values>()
  const [text, workbook] = useWatch({ control, name: ['text', 'workbook'] })
  const [found, setFound] = useState<FoundColumns<Column> | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, Column | null>>>({})
  useEffect(() => {
    const file = workbook ? { workbook } : text?.trim() ? { text } : null
    setValue('mapping', undefined)
    setFailure(null)
    setFound(null)
    if (!file) return
    let isCurrent = true
    const load = async () => {
      try {
        const answer = await read(file)
        if (!isCurrent) return
        setFound(answer)
        setChosen(Object.fromEntries(answer.columns.map(({ heading, column }) => [heading, column])))
      } catch (error) {
        if (isCurrent) setFailure(errorText(error))
      }
    }
    const timer = setTimeout(() => void load(), workbook ? 0 : pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, workbook, setValue, read])
  const columnOf = useCallback(
    (heading: string) => {
      const column = chosen[heading] ?? null
      return column === null || allows(column) ? column : null
    },
    [chosen, allows],
  )
  useEffect(() => {
    if (found) setValue('mapping', Object.fromEntries(found.columns.map(({ heading }) => [heading, columnOf(heading)])))
  }, [found, columnOf, setValue])
  return { found, failure, columnOf, choose: (heading, column) => setChosen({ ...chosen, [heading]: column }) }
}
