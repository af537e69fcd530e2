/** The batch status in the colours of SPEC, also marked by a shape. A full or cancelled batch is neither green nor red. */
export function BatchStatus({ status, full = false }: { status: string; full?: boolean }) {
  const variant = full || status === 'Cancelled' ? closed : status === 'Batch already started' ? started : open
  return (
    <span className={`inline-flex flex-wrap items-center gap-2 text-sm font-semibold ${variant.text}`}>
      <span aria-hidden="true" className={`size-2 forced-colors:bg-[CanvasText] ${variant.shape}`} />
      {status}
      {full ? <span className="rounded-sm border border-edge px-2 text-xs leading-5 text-muted">Full</span> : null}
    </span>
  )
}

const open = { text: 'text-good', shape: 'rounded-full bg-good' }
const started = { text: 'text-bad', shape: 'rotate-45 bg-bad' }
const closed = { text: 'text-muted', shape: 'bg-edge' }
