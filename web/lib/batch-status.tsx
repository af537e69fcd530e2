interface Props {
  status: string
  full?: boolean
  /** The size of its text. */
  className?: string
}

/** The batch status in the colours of SPEC, also marked by a shape. Few seats are amber, and a cancelled batch is grey. */
export function BatchStatus({ status, full = false, className = 'text-sm' }: Props) {
  const variant = variants.get(status) ?? open
  return (
    <span className={`inline-flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold ${variant.text} ${className}`}>
      <span aria-hidden="true" className={`size-2 ${variant.shape}`} />
      {status}
      {full ? <span className="rounded-sm border border-edge px-2 text-xs leading-5 text-muted">Full</span> : null}
    </span>
  )
}

const open = { text: 'text-good', shape: 'rounded-full bg-good forced-colors:bg-[CanvasText]' }
const variants = new Map([
  ['Batch already started', { text: 'text-bad', shape: 'rotate-45 bg-bad forced-colors:bg-[CanvasText]' }],
  ['Few seats left', { text: 'text-signal', shape: 'rounded-full border-2 border-signal' }],
  ['Cancelled', { text: 'text-muted', shape: 'bg-edge forced-colors:bg-[CanvasText]' }],
])
