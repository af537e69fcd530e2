import { Upload } from 'lucide-react'
import { useSendingVideos } from './video-uploads.ts'

/** Says on every page that videos are being sent, so that nobody closes the tab too early. */
export function SendingVideos() {
  const active = useSendingVideos().filter(({ state }) => state === 'sending' || state === 'waiting')
  const [first] = active
  if (!first) return null
  const share = active.reduce((sum, one) => sum + one.share, 0) / active.length
  const what = active.length === 1 ? `“${first.title}”` : `${active.length} videos`
  return (
    <aside
      aria-label="Uploads"
      className="fixed bottom-4 left-4 z-30 flex max-w-[min(22rem,calc(100vw-2rem))] items-center gap-2.5 rounded-lg border border-line bg-surface px-3 py-2 shadow-lift"
    >
      <Upload aria-hidden="true" className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 truncate">
        {active.some(({ state }) => state === 'waiting') ? 'Waiting to send' : 'Sending'} {what}
      </p>
      <span className="figures shrink-0 text-muted">{Math.floor(share * 100)} %</span>
    </aside>
  )
}
