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
