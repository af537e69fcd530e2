import { type StudentRecord, studentStateNames } from '#contract/desk/staff/students.ts'
import { Badge } from '#console/kit/parts/badge.tsx'

const tones = { active: 'good', unverified: 'ahead', disabled: 'bad', erased: 'neutral' } as const

type Shown = Pick<StudentRecord, 'state' | 'bouncing'>

/** The one thing to notice in a list. */
export function StateInList({ student: { state, bouncing } }: { student: Shown }) {
  const isUsual = state === 'active' || state === 'unverified'
  return bouncing && isUsual ? (
    <Badge tone="signal">Mail refused</Badge>
  ) : (
    <Badge tone={tones[state]}>{studentStateNames[state]}</Badge>
  )
}

/** Whether the student can sign in, and whether mail arrives. */
export function StudentState({ student: { state, bouncing } }: { student: Shown }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={tones[state]}>{studentStateNames[state]}</Badge>
      {bouncing ? <Badge tone="signal">Mail refused</Badge> : null}
    </span>
  )
}
