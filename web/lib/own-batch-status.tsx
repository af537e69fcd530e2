const shapes = {
  now: ['text-good', 'rounded-full bg-good forced-colors:bg-[CanvasText]'],
  ahead: ['text-signal', 'rounded-full border-2 border-signal'],
  over: ['text-muted', 'rotate-45 bg-muted forced-colors:bg-[CanvasText]'],
} as const

/** The status of a student's own batch. A running one is in progress; red would read as if something was missed. */
export function OwnBatchStatus({ status }: { status: string }) {
  const running = status === 'Batch already started'
  const [text, shape] = shapes[running ? 'now' : status === 'Cancelled' || status === 'Completed' ? 'over' : 'ahead']
  return (
    <span className={`inline-flex items-center gap-2 text-sm font-semibold ${text}`}>
      <span aria-hidden="true" className={`size-2 shrink-0 ${shape}`} />
      {running ? 'In progress' : status}
    </span>
  )
}
