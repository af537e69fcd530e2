import { Link2 } from 'lucide-react'
import { pathTo } from '#contract/pages.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#web/lib/toast.ts'

/** Copies the address of a certificate's page, or shows it where the clipboard is closed. */
export function CopyLink({ number }: { number: string }) {
  const copy = async () => {
    const url = `${location.origin}${pathTo('verify', number)}`
    try {
      await navigator.clipboard.writeText(url)
      toast.form('success', 'The link is copied.')
    } catch {
      toast.form('info', url)
    }
  }
  return (
    <Button data-needs-script="" onClick={() => void copy()}>
      <Link2 aria-hidden="true" className="size-4" />
      Copy link
    </Button>
  )
}
