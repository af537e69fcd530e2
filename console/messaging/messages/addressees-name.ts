import type { MessageRecord } from '#contract/messaging/staff/messages.ts'
import { nameOfBatch } from '#console/kit/parts/batch-name.tsx'
import { formatPlainDay } from '#ui/format.ts'

/** "Full Stack, batch 101", "Asha Patil", "Absent on 3 Dec 2026, …". */
export function nameOfAddressees(message: MessageRecord): string {
  const { audience, batch_id: id, course, student, session_starts_at: startsAt, exercise } = message
  const batch = id === null || course === null ? '' : nameOfBatch({ id, course })
  if (audience === 'student') return [student ?? '', batch].filter(Boolean).join(', ')
  if (audience === 'absent')
    return `Absent ${startsAt === null ? 'from a removed class' : `on ${formatPlainDay(startsAt)}`}, ${batch}`
  if (audience === 'owing') return `Owing ${exercise === null ? 'a removed exercise' : `“${exercise}”`}, ${batch}`
  return audience === 'overdue' ? `Owing overdue work, ${batch}` : batch
}
