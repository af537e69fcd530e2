import type { ReactNode } from 'react'
import type { RoomBatch as Batch } from '#contract/classes/classes.ts'
import { BatchCard } from '../batch-card.tsx'
import { AttendanceCard, type OwnAttendanceQuery } from '../own-attendance.tsx'

interface Props {
  batch: Batch
  attendance: OwnAttendanceQuery
  /** What was bought, below the batch. */
  purchase: ReactNode
  /** Certificate and review, below the attendance. */
  children: ReactNode
}

/** Everything about the batch that is no class and no work: people, attendance, certificate, documents. */
export function RoomBatch({ batch, attendance, purchase, children }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2 lg:gap-12">
      <div className="space-y-8">
        <BatchCard batch={batch} />
        {purchase}
      </div>
      <div className="space-y-8">
        <AttendanceCard query={attendance} held={batch.classes_held} />
        {children}
      </div>
    </div>
  )
}
