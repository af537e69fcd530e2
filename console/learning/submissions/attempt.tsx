import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Attempt as AttemptData } from '#contract/learning/work.ts'
import { readSubmissionFile } from '#contract/learning/staff/work.ts'
import { download } from '#console/kit/api/client.ts'
import { Button } from '#ui/button.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { useDownload } from '#console/kit/parts/use-download.ts'
import { NumberedLines } from './numbered-lines.tsx'
import { WebLink } from './web-link.tsx'

/** What a student handed in, besides the text: a link and a file. */
export function Enclosed({ attempt: { submission_id: id, link, file } }: { attempt: AttemptData }) {
  const { busy, run } = useDownload()
  return (
    <>
      {link ? <WebLink href={link} /> : null}
      {file ? (
        <Button
          className="justify-self-start"
          pending={busy && 'Loading…'}
          onClick={() => run(() => download(readSubmissionFile, {}, file.name, { id }))}
        >
          <Download aria-hidden="true" className="size-4" />
          {file.name}
          <span className="figures font-normal text-muted">{Math.max(1, Math.round(file.bytes / 1024))} KB</span>
        </Button>
      ) : null}
    </>
  )
}

/** An attempt that nobody changes here, with its review. */
export function Attempt({ attempt }: { attempt: AttemptData }): ReactNode {
  const { review, text } = attempt
  const comments = new Map(review?.comments.map((one) => [one.line, one.text]))
  return (
    <div className="grid gap-4">
      {review ? (
        <div className={`border-l-4 pl-3 ${review.outcome === 'accepted' ? 'border-good' : 'border-signal'}`}>
          <p className="figures text-xs text-muted">
            {review.outcome === 'accepted' ? 'Accepted' : 'Asked for another attempt'} by {review.reviewer},{' '}
            {formatMoment(review.reviewed_at)}
          </p>
          {review.words ? <p className="mt-1 max-w-prose break-words whitespace-pre-line">{review.words}</p> : null}
        </div>
      ) : null}
      <Enclosed attempt={attempt} />
      {text === null ? null : (
        <NumberedLines
          text={text}
          label={`Text of attempt ${attempt.attempt}`}
          renderBelow={(line) => {
            const comment = comments.get(line)
            return comment ? <p className="max-w-prose break-words whitespace-pre-line">{comment}</p> : null
          }}
        />
      )}
    </div>
  )
}
