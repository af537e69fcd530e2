import { type ArrivalRecord, type ArrivalRow, arrivalStateNames } from '#contract/desk/staff/arrivals.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Badge } from '#console/kit/parts/badge.tsx'

const stateTones = { checked: 'ahead', running: 'signal', done: 'good', undoing: 'signal', undone: 'neutral' } as const

export function ArrivalState({ state }: Pick<ArrivalRecord, 'state'>) {
  return <Badge tone={stateTones[state]}>{arrivalStateNames[state]}</Badge>
}

/** Whether a job is at work on it. */
export const isAtWork = ({ state }: Pick<ArrivalRecord, 'state'>): boolean => state === 'running' || state === 'undoing'

const nouns = {
  courses: { one: 'course', many: 'courses' },
  batches: { one: 'batch', many: 'batches' },
  past_payments: { one: 'past payment', many: 'past payments' },
} as const

/** "12 courses". */
export const countOfKind = ({ kind }: Pick<ArrivalRecord, 'kind'>, count: number): string =>
  countOf(count, nouns[kind].one, nouns[kind].many)

/** "12 new courses, 2 changed". */
export function gains(record: Pick<ArrivalRecord, 'kind' | 'additions' | 'changes'>): string {
  const { additions, changes } = record
  if (additions === 0) return changes === 0 ? 'nothing' : `${countOfKind(record, changes)} changed`
  return changes === 0 ? countOfKind(record, additions) : `${countOfKind(record, additions)}, ${changes} changed`
}

const ahead = { new: 'Will be made', changed: 'Will be changed', same: 'Is there already', problem: 'Will be left out' } as const
const over = { new: 'Made', changed: 'Changed', same: 'Was there already', problem: 'Left out' } as const

/** What a line will do, has done, or what its undo has left. */
export function outcomeText(
  { outcome, note, target_id: target }: Pick<ArrivalRow, 'outcome' | 'note' | 'target_id'>,
  state: ArrivalRecord['state'],
): string {
  if (state === 'checked') return ahead[outcome]
  if (state === 'running' && target === null && outcome !== 'problem') return ahead[outcome]
  if (state !== 'undone' || (outcome !== 'new' && outcome !== 'changed')) return over[outcome]
  if (note !== '') return 'Stays'
  return outcome === 'new' ? 'Removed' : 'As it was'
}

export function Outcome({ row, state }: { row: ArrivalRow; state: ArrivalRecord['state'] }) {
  const { outcome } = row
  const changes = outcome === 'new' || outcome === 'changed'
  const ofState = state === 'checked' ? 'ahead' : state === 'undone' ? 'neutral' : 'good'
  return (
    <Badge tone={outcome === 'problem' ? 'bad' : changes ? ofState : 'neutral'} wraps>
      {outcomeText(row, state)}
    </Badge>
  )
}
