import { type AttendanceStatus, attendanceStatusNames } from '#contract/classes/attendance.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { tones } from './statuses.ts'

/** A status in words and shape. */
export function MarkBadge({ status }: { status: AttendanceStatus | null }) {
  return status ? <Badge tone={tones[status]}>{attendanceStatusNames[status]}</Badge> : <Badge tone="ahead">Not over yet</Badge>
}
