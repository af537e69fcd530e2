import { BadgeCheck } from 'lucide-react'
import { pathOf } from '#contract/client.ts'
import { readCertificateBadge } from '#contract/learning/certificates.ts'
import { Spinner } from '#ui/button.tsx'
import { useFileDownload } from '#web/lib/use-file-download.ts'

const failed = 'The badge could not be loaded. Please try again.'

/** Downloads the credential with the student's token. An error stays visible under the button. */
export function BadgeButton({ code }: { code: string }) {
  const { isPending, problem, load } = useFileDownload(pathOf(readCertificateBadge.path, { code }), failed)
  return (
    <>
      <button
        type="button"
        onClick={() => void load()}
        aria-disabled={isPending ? true : undefined}
        className="flex min-h-11 w-full items-center gap-2 text-left font-semibold text-accent hover:underline"
      >
        {isPending ? <Spinner /> : <BadgeCheck aria-hidden="true" className="size-4 shrink-0" />}
        Download as an open badge
      </button>
      <span role="status" className="block text-xs text-bad">
        {problem}
      </span>
    </>
  )
}
