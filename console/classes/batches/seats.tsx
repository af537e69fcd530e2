/** Seats taken: a bar where the number is limited, and always figures. */
export function Seats({ students, capacity }: { students: number; capacity: number | null }) {
  const figures = students.toLocaleString('en-IN')
  if (capacity === null)
    return (
      <span className="figures">
        {figures} <span className="text-muted">of unlimited</span>
      </span>
    )
  const share = Math.min(1, students / Math.max(1, capacity))
  const isFull = students >= capacity
  return (
    <span className="inline-flex items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 64 6" className="h-1.5 w-16 shrink-0">
        <rect width="64" height="6" rx="3" className="fill-line" />
        {share > 0 ? (
          <rect width={Math.max(6, 64 * share)} height="6" rx="3" className={isFull ? 'fill-signal' : 'fill-accent'} />
        ) : null}
      </svg>
      <span className="figures">
        {figures} of {capacity.toLocaleString('en-IN')}
        {isFull ? <span className="ml-1.5 font-semibold text-signal">Full</span> : null}
      </span>
    </span>
  )
}
