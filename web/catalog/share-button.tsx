import { Share2 } from 'lucide-react'
import { pathTo } from '#contract/pages.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#ui/button.tsx'

/** Shares through the system's share sheet on a phone, through the clipboard elsewhere. */
export function ShareButton({ courseId, title }: { courseId: number; title: string }) {
  const share = async () => {
    const url = `${location.origin}${pathTo('course', courseId)}`
    if (matchMedia('(pointer: coarse)').matches && typeof navigator.share === 'function') {
      // Closing the share sheet rejects the promise; this is not an error.
      await navigator.share({ title, url }).catch(() => undefined)
      return
    }
    try {
      await navigator.clipboard.writeText(url)
      toast.form('success', 'Course link copied to clipboard!')
    } catch {
      toast.form('info', url)
    }
  }
  return (
    <Button
      variant="quiet"
      className="first:-ml-4.5 max-sm:px-3 max-sm:first:-ml-3"
      data-needs-script=""
      onClick={() => void share()}
    >
      <Share2 aria-hidden="true" className="size-4" />
      <span>
        Share<span className="max-sm:sr-only"> this course</span>
      </span>
    </Button>
  )
}
