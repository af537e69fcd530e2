import { Copy } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'

interface Props {
  url: string
  /** What ends with this page, such as "It is shown this once." */
  note: string
}

/** A secret address that is shown once, to copy. */
export function CopyAddress({ url, note }: Props) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => notify('The link is copied.'),
      () => notifyFailure('The link could not be copied. Please select it instead.'),
    )
  return (
    <section aria-label="Link to copy" className="grid gap-2 rounded-md border border-accent bg-accent-soft p-3.5">
      <p className="text-sm font-semibold">{note}</p>
      <code className="rounded-sm bg-surface px-2 py-1.5 text-sm break-all">{url}</code>
      <div>
        <Button variant="primary" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          Copy link
        </Button>
      </div>
    </section>
  )
}
