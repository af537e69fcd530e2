import { formatPlainDay } from '#ui/format.ts'

interface Props {
  id: number
  course: string
}

/** A batch in a list. A long course is cut off, the number never. */
export function BatchName({ id, course }: Props) {
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <span className="truncate">{course}</span>{' '}
      <span className="figures shrink-0 text-xs font-normal text-muted">Batch {id}</span>
    </span>
  )
}

/** "Batch 101, Full Stack Web Development". The number comes first, because a field or cell cuts off the end. */
export const nameOfBatch = ({ id, course }: Props): string => `Batch ${id}, ${course}`

/** "Batch 101 from 7 December 2026", where the course is known. */
export const batchFrom = ({ id, starts_at }: { id: number; starts_at: string }): string =>
  `Batch ${id} from ${formatPlainDay(starts_at)}`
