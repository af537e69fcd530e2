import type { OwnExercise } from '#contract/learning/work.ts'
import { formatClock, formatDay } from '#ui/format.ts'

type Dated = Pick<OwnExercise, 'state' | 'due_at' | 'late'>

/** Whether the student has something to do for it. */
export const isOpenWork = ({ state }: Pick<OwnExercise, 'state'>): boolean => state === 'to_do' || state === 'again'

export const isOverdue = (exercise: Dated, now: number): boolean => isOpenWork(exercise) && now > Date.parse(exercise.due_at)

/**
 * Orders exercises by what can still be done: those that are due next, then the overdue ones, the latest first. Those of batches that are over
 * come apart.
 */
export function byWhatCanBeDone<One extends Dated & Pick<OwnExercise, 'batch_over'>>(
  exercises: readonly One[],
  now: number,
): { now: One[]; over: One[] } {
  const due = (one: One) => Date.parse(one.due_at)
  const open = exercises.filter((one) => isOpenWork(one) && !one.batch_over)
  return {
    now: [
      ...open.filter((one) => !isOverdue(one, now)).toSorted((a, b) => due(a) - due(b)),
      ...open.filter((one) => isOverdue(one, now)).toSorted((a, b) => due(b) - due(a)),
    ],
    over: exercises.filter((one) => isOpenWork(one) && one.batch_over).toSorted((a, b) => due(b) - due(a)),
  }
}

/** The state of an exercise in words, and the tone that they have. */
export function stateOfWork(exercise: Dated, now: number): { words: string; tone: 'open' | 'signal' | 'good' | 'quiet' } {
  if (exercise.state === 'accepted') return { words: 'Accepted', tone: 'good' }
  if (exercise.state === 'handed_in') {
    return { words: exercise.late ? 'Handed in late, waits for a review' : 'Handed in, waits for a review', tone: 'quiet' }
  }
  if (exercise.state === 'again') return { words: 'Hand in again', tone: 'signal' }
  return isOverdue(exercise, now) ? { words: 'Overdue', tone: 'signal' } : { words: 'To do', tone: 'open' }
}

export const workTones = { open: 'text-accent', signal: 'text-signal', good: 'text-good', quiet: 'text-muted' } as const

export const dueText = (instant: string): string => `${formatDay(instant)}, ${formatClock(instant)}`
