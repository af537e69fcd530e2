/** The batch status in the colours of SPEC, also marked by a shape. */
export function BatchStatus({ status }: { status: string }) {
  const started = status === 'Batch already started'
  return (
    <span className={`inline-flex items-center gap-2 text-sm font-semibold ${started ? 'text-bad' : 'text-good'}`}>
      <span
        aria-hidden="true"
        className={`size-2 forced-colors:bg-[CanvasText] ${started ? 'rotate-45 bg-bad' : 'rounded-full bg-good'}`}
      />
      {status}
    </span>
  )
}
