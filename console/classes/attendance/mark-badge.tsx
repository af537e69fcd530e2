import type { AttendanceStatus } from '#contract/classes/attendance.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { statusNames, tones } from './statuses.ts'

/** A status in words and shape. */
export function MarkBadge({ status }: { status: AttendanceStatus | null }) {
  return status ? <Badge tone={tones[status]}>{statusNames[status]}</Badge> : <Badge tone="ahead">Not over yet</Badge>
}
