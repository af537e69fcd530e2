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
