/** SPEC's red and green, told apart by a shape as well. */
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

/** Something the reader should know, where it concerns them. */
export function Notice({
  tone,
  title,
  children,
}: {
  tone: 'bad' | 'good' | 'plain'
  title?: string
  children?: React.ReactNode
}) {
  const tones = {
    bad: 'border-bad bg-bad-soft text-bad',
    good: 'border-good bg-good-soft text-good',
    plain: 'border-edge bg-sunken text-ink',
  }
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={`rounded-md border-l-4 px-4 py-3 text-sm ${tones[tone]}`}>
      {title ? <p className="font-semibold">{title}</p> : null}
      {children}
    </div>
  )
}
