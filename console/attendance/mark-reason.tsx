import { ReasonDialog } from '../fields/reason-dialog.tsx'
import { type Mark, useClass } from './use-attendance.ts'

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
        if (!place || !found) return
        await mark([{ ...place, status: found.status, reason: reason.trim() || null }], 'The reason is saved.', (error) => {
          throw error
        })
      }}
    />
  )
}
