import { ReasonDialog } from '#console/kit/fields/reason-dialog.tsx'
import { type Mark, useClass, useGrid } from './use-attendance.ts'

interface Props {
  batchId: number
  place: { session_id: number; student_id: number } | null
  name: string
  mark: Mark
  onClose: () => void
}

/** Asks why a student is marked, for other staff. */
export function MarkReason({ batchId, place, name, mark, onClose }: Props) {
  const { data } = useClass(batchId, place?.session_id ?? null)
  const found = data?.students.find(({ student_id: id }) => id === place?.student_id)
  // The class is read anew after a mark, so its status may be that of before. The grid has the one that the mark made.
  const { data: grid } = useGrid(batchId)
  const column = grid?.classes.findIndex(({ id }) => id === place?.session_id) ?? -1
  const cell = grid?.students.find(({ id }) => id === place?.student_id)?.cells[column]
  return (
    <ReasonDialog
      open={place !== null && found !== undefined}
      onClose={onClose}
      title={`Why is ${name} marked so?`}
      description={
        found?.reason ? `So far: ${found.reason}` : 'Other staff read it beside the mark. The student sees the mark only.'
      }
      label="Reason"
      action="Save the reason"
      send={async (reason) => {
        if (!place || !cell) return
        await mark([{ ...place, status: cell.status, reason: reason.trim() || null }], 'The reason is saved.', (error) => {
          throw error
        })
      }}
    />
  )
}
