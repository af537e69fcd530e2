import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AttendanceStatus } from '#contract/classes/attendance.ts'
import {
  attendance,
  type AttendanceCell,
  type AttendanceGrid,
  type AttendanceMark,
  markAttendance,
  type MarkedCell,
  readAttendanceGrid,
  readClassAttendance,
} from '#contract/classes/staff/attendance.ts'
import { call } from '#console/kit/api/client.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'

const gridKey = (batchId: number) => [attendance.name, 'grid', batchId] as const
const classesKey = (batchId: number) => [attendance.name, 'class', batchId] as const

export const useGrid = (batchId: number) =>
  useQuery({ queryKey: gridKey(batchId), queryFn: () => call(readAttendanceGrid, { params: { id: batchId } }) })

export const useClass = (batchId: number, sessionId: number | null) =>
  useQuery({
    queryKey: [...classesKey(batchId), sessionId],
    queryFn: () => call(readClassAttendance, { params: { id: batchId, session_id: sessionId ?? 0 } }),
    enabled: sessionId !== null,
  })

/** A mark as a person wants it. Its version is that of the moment of sending. */
export type Wanted = Pick<AttendanceMark, 'session_id' | 'student_id' | 'status'> & { reason?: string | null }

interface Place {
  session_id: number
  student_id: number
}

/** Changes cells of a grid. */
function withCells<One extends Place>(
  grid: AttendanceGrid,
  changes: readonly One[],
  change: (cell: AttendanceCell, to: One) => AttendanceCell,
): AttendanceGrid {
  const columnOf = new Map(grid.classes.map(({ id }, index) => [id, index]))
  const byStudent = Map.groupBy(changes, ({ student_id }) => student_id)
  return {
    ...grid,
    students: grid.students.map((student) => {
      const own = byStudent.get(student.id)
      if (!own) return student
      const cells = [...student.cells]
      for (const one of own) {
        const column = columnOf.get(one.session_id) ?? -1
        const cell = cells[column]
        if (cell) cells[column] = change(cell, one)
      }
      return { ...student, cells }
    }),
  }
}

/** Marks students one call after the other, so that each has the version that the call before it made. */
export function useMarks(batchId: number) {
  const client = useQueryClient()
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const key = gridKey(batchId)
  const edit = (change: (grid: AttendanceGrid) => AttendanceGrid) =>
    client.setQueryData<AttendanceGrid>(key, (grid) => grid && change(grid))
  const versionOf = ({ session_id, student_id }: Place) => {
    const grid = client.getQueryData<AttendanceGrid>(key)
    const column = grid?.classes.findIndex(({ id }) => id === session_id) ?? -1
    return grid?.students.find(({ id }) => id === student_id)?.cells[column]?.version ?? 0
  }
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: classesKey(batchId) })])

  const send = async (marks: AttendanceMark[]): Promise<MarkedCell[]> => {
    const { cells } = await call(markAttendance, { params: { id: batchId }, body: { marks } })
    edit((grid) => withCells(grid, cells, (_, { status, marked, version }) => ({ status, marked, version })))
    return cells
  }
  const enqueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    waiting.current += 1
    // A reading that began before would show the cells as they were.
    void client.cancelQueries({ queryKey: key })
    const result = queue.current
      .then(work)
      .finally(() => (waiting.current -= 1))
      .catch(async (error: unknown) => {
        await refresh()
        throw error
      })
    queue.current = result.then(
      () => (waiting.current === 0 ? void refresh() : undefined),
      () => undefined,
    )
    return result
  }

  /**
   * @param done the message, once it is done
   * @param onFailure hears of a refusal; what it throws rejects the promise
   */
  return (wanted: readonly Wanted[], done: string, onFailure: (error: unknown) => void = notifyFailure): Promise<void> => {
    const now = (cell: AttendanceCell, { status }: { status: AttendanceStatus | null }): AttendanceCell =>
      status === null ? { ...cell, marked: false } : { ...cell, status, marked: true }
    edit((grid) => withCells(grid, wanted, now))
    return enqueue(() => send(wanted.map((one) => ({ ...one, version: versionOf(one) })))).then(
      (cells) =>
        notify(done, () =>
          enqueue(() =>
            send(
              cells.map(({ session_id, student_id, before }) => ({
                session_id,
                student_id,
                ...before,
                version: versionOf({ session_id, student_id }),
              })),
            ),
          ),
        ),
      onFailure,
    )
  }
}
export type Mark = ReturnType<typeof useMarks>
