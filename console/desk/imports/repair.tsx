import { type ReactNode, useId, useState } from 'react'
import {
  importCells,
  type ImportProblem,
  importProblemText,
  type ImportRecord,
  type ImportRow,
  repairImport,
} from '#contract/desk/staff/imports.ts'
import { call } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import type { ImportAct } from '#console/kit/imports/use-import-act.ts'
import { useLeaveGuard } from '#console/kit/resource/guards.ts'
import { Button } from '#ui/button.tsx'
import { lowInputClass } from '#ui/field.tsx'

export type ImportCell = (typeof importCells)[number]
type Cells = Record<ImportCell, string>

/** The field with which each problem is repaired. The others are of the whole line. */
const cellOfProblem: Partial<Record<ImportProblem, ImportCell>> = {
  name: 'name',
  email: 'email',
  duplicate: 'email',
  reserved: 'email',
  disabled: 'email',
  phone: 'phone',
  phone_shortened: 'phone',
  phone_repeated: 'phone',
  phone_taken: 'phone',
  batch_unknown: 'batch',
  batch_ambiguous: 'batch',
  batch_missing: 'batch',
  batch_draft: 'batch',
  batch_cancelled: 'batch',
  batch_over: 'batch',
  batch_full: 'batch',
  amount: 'amount',
  price_differs: 'amount',
  method: 'method',
  cash_limit: 'method',
  reference: 'reference',
  reference_shortened: 'reference',
  reference_taken: 'reference',
  received_on: 'received_on',
}

const hasProblem = (row: ImportRow, cell: ImportCell) => problemsOf(row).some((problem) => cellOfProblem[problem] === cell)

export const problemsOf = ({ problem, further_problems: further }: ImportRow): ImportProblem[] =>
  problem === null ? [] : [problem, ...further]
/** Problems that no field shows. */
export const otherProblemsOf = (row: ImportRow): ImportProblem[] =>
  problemsOf(row).filter((problem) => cellOfProblem[problem] === undefined)

const cellsOf = (row: ImportRow): Cells => ({
  name: row.name,
  email: row.email,
  phone: row.phone,
  batch: row.batch,
  amount: row.amount,
  method: row.method,
  reference: row.reference,
  received_on: row.received_on,
})

export interface Repair {
  /** Whether a line can be repaired now. */
  canRepair: (row: ImportRow) => boolean
  /** Whether a cell is a field: it has a problem, or its line was opened as a whole. */
  isField: (row: ImportRow, cell: ImportCell) => boolean
  isOpen: (row: ImportRow) => boolean
  open: (row: ImportRow) => void
  valueOf: (row: ImportRow, cell: ImportCell) => string
  change: (row: ImportRow, cell: ImportCell, value: string) => void
  changed: number
  /** Until the lines are read again, nobody types into old ones. */
  running: boolean
  discard: () => void
  checkAgain: () => Promise<void>
}

/** What is typed into lines with a problem, until they are checked again. */
export function useRepair(record: ImportRecord, act: ImportAct<ImportRecord>, running: boolean): Repair {
  const [typed, setTyped] = useState<ReadonlyMap<number, Cells>>(new Map())
  useLeaveGuard(typed.size > 0)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const clear = () => {
    setTyped(new Map())
    setOpened(new Set())
  }
  const change = (row: ImportRow, cell: ImportCell, value: string) => {
    const cells = { ...(typed.get(row.line) ?? cellsOf(row)), [cell]: value }
    const next = new Map(typed)
    if (importCells.every((name) => cells[name] === row[name])) next.delete(row.line)
    else next.set(row.line, cells)
    setTyped(next)
  }
  const checkAgain = () =>
    act(
      async () => {
        const lines = [...typed].map(([line, cells]) => ({ line, ...cells }))
        const after = await call(repairImport, { params: { id: record.id }, ifMatch: record.version, body: { lines } })
        clear()
        return after
      },
      (after) =>
        after.problems === 0
          ? 'Every line can be imported now.'
          : `${countOf(after.problems, 'line still has', 'lines still have')} a problem.`,
    )
  const canRepair = ({ outcome }: ImportRow) => record.state === 'checked' && outcome === 'problem'
  const isOpen = (row: ImportRow) => canRepair(row) && opened.has(row.line)
  return {
    canRepair,
    isOpen,
    isField: (row, cell) => isOpen(row) || (canRepair(row) && hasProblem(row, cell)),
    open: ({ line }) => setOpened(new Set([...opened, line])),
    valueOf: (row, cell) => typed.get(row.line)?.[cell] ?? row[cell],
    change,
    changed: typed.size,
    running,
    discard: clear,
    checkAgain,
  }
}

interface InputProps {
  repair: Repair
  row: ImportRow
  cell: ImportCell
  label: string
  limit: number | null
  /** Whether the label is seen. */
  isLabelled?: boolean
  hint?: string
  /** Below the field. */
  note?: ReactNode
}

/** One field of a line, with its problems below. */
export function RepairInput({ repair, row, cell, label, limit, isLabelled = false, hint, note }: InputProps) {
  const id = useId()
  // What was typed is judged by the next check.
  const isChanged = repair.valueOf(row, cell) !== row[cell]
  const problems = isChanged ? [] : problemsOf(row).filter((problem) => cellOfProblem[problem] === cell)
  return (
    <span className="block font-normal break-normal">
      <label htmlFor={id} className={isLabelled ? 'mb-1 block text-xs text-muted' : 'mb-0.5 block text-xs text-muted md:sr-only'}>
        {label}
        <span className="sr-only"> of line {row.line}</span>
      </label>
      <input
        id={id}
        value={repair.valueOf(row, cell)}
        maxLength={300}
        readOnly={repair.running}
        autoComplete="off"
        spellCheck={false}
        placeholder={hint}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
        onChange={({ target }) => repair.change(row, cell, target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && repair.changed > 0 && !repair.running) void repair.checkAgain()
        }}
        className={lowInputClass}
      />
      {problems.length > 0 ? (
        <span id={`${id}-problems`} className="block">
          {problems.map((problem) => (
            <span key={problem} className="mt-1 block text-xs text-bad">
              {importProblemText(problem, limit)}
            </span>
          ))}
        </span>
      ) : null}
      {isChanged ? <span className="mt-1 block text-xs text-muted">Changed, not checked yet.</span> : null}
      {note}
    </span>
  )
}

/** Stays in sight while a line is changed and not checked. */
export function RepairBar({ repair }: { repair: Repair }) {
  if (repair.changed === 0) return null
  return (
    <section
      aria-label="Repaired lines"
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-2 pl-4 shadow-lift"
    >
      <p role="status" className="mr-2 font-semibold">
        {countOf(repair.changed, 'line')} changed
      </p>
      <Button onClick={repair.discard} disabled={repair.running}>
        Discard
      </Button>
      <Button variant="primary" pending={repair.running && 'Checking…'} onClick={() => repair.checkAgain()}>
        Check again
      </Button>
    </section>
  )
}
