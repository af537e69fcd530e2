import type { OwnExercise } from '#contract/learning/work.ts'
import { formatClock, formatDay } from '#ui/format.ts'

type Dated = Pick<OwnExercise, 'state' | 'due_at' | 'late'>

/** Whether the student has something to do for it. */
export const isOpenWork = ({ state }: Pick<OwnExercise, 'state'>): boolean => state === 'to_do' || state === 'again'

export const isOverdue = (exercise: Dated, now: number): boolean => isOpenWork(exercise) && now > Date.parse(exercise.due_at)

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
