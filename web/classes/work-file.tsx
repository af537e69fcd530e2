import { Download } from 'lucide-react'
import { pathOf } from '#contract/client.ts'
import { type Attempt, readOwnSubmissionFile } from '#contract/learning/work.ts'
import { Spinner } from '#ui/button.tsx'
import { useFileDownload } from '#web/lib/use-file-download.ts'

interface Props {
  submissionId: number
  file: NonNullable<Attempt['file']>
}

/** Downloads the file of an attempt with the student's token. */
export function WorkFile({ submissionId, file }: Props) {
  const { isPending, problem, load } = useFileDownload(
    pathOf(readOwnSubmissionFile.path, { id: submissionId }),
    'The file could not be loaded. Please try again.',
  )
  return (
    <div>
      <button
        type="button"
        onClick={() => void load()}
        aria-disabled={isPending ? true : undefined}
        className="-mx-2 inline-flex min-h-11 items-center gap-2 rounded-md px-2 text-left text-sm font-semibold text-accent hover:bg-accent-soft"
      >
        {isPending ? <Spinner /> : <Download aria-hidden="true" className="size-4 shrink-0" />}
        <span className="wrap-anywhere">{file.name}</span>
        <span className="figures font-normal whitespace-nowrap text-muted">{sizeText(file.bytes)}</span>
      </button>
      <p role="status" className="text-sm text-bad">
        {problem}
      </p>
    </div>
  )
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
