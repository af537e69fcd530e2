import { Download } from 'lucide-react'
import type { Video } from '#contract/classes/classes.ts'
import { buttonClass } from '#ui/button.tsx'

/** Saves a recording for one's own use, where the school allows it. @param name of the file */
export function DownloadLink({ video, name }: { video: Video; name: string }) {
  if (video.download_url === null)
    return <p className="text-sm text-muted">This recording plays from another site, which does not offer it as a file.</p>
  return (
    <a href={video.download_url} download={`${name}.${fileEnding(video)}`} className={buttonClass('quiet')}>
      <Download aria-hidden="true" className="size-4" />
      Download
    </a>
  )
}

/** A playlist is saved as the MP4 of its parts. */
const fileEnding = ({ video_url: url }: Video) => /\.(webm|m4v)$/.exec(url ?? '')?.[1] ?? 'mp4'
