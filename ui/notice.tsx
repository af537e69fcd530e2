/** An inline notice. */
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
