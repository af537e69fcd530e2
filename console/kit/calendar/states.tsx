import { type BatchRecord, batchStates, batchStateNames } from '#contract/classes/staff/batches.ts'
import { type SessionRecord, classStateNames } from '#contract/classes/staff/sessions.ts'
import { Badge } from '#console/kit/parts/badge.tsx'

const batchTones = { draft: 'signal', ahead: 'ahead', running: 'good', completed: 'neutral', cancelled: 'bad' } as const
export const batchStateChoices = batchStates.map((value) => ({ value, label: batchStateNames[value] }))

export function BatchState({ state }: Pick<BatchRecord, 'state'>) {
  return <Badge tone={batchTones[state]}>{batchStateNames[state]}</Badge>
}

const classTones = { scheduled: 'ahead', live: 'good', held: 'neutral', cancelled: 'bad' } as const

export function ClassState({ state }: Pick<SessionRecord, 'state'>) {
  return <Badge tone={classTones[state]}>{classStateNames[state]}</Badge>
}

/** "Class 7 of 48". */
export function classTitle({ number, total }: Pick<SessionRecord, 'number' | 'total'>): string {
  return number === null ? 'Cancelled class' : `Class ${number} of ${total}`
}

/** How a class looks in a calendar. */
export const classChips = {
  scheduled: 'border-accent/30 bg-accent-soft text-ink hover:border-accent',
  live: 'border-accent bg-accent text-on-accent',
  held: 'border-line bg-sunken text-muted hover:border-edge',
  cancelled: 'border-dashed border-edge bg-transparent text-muted line-through hover:border-ink',
} as const
