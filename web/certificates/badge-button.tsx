import { BadgeCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { certificatePaths } from '#contract/certificates.ts'
import { pathOf } from '#contract/client.ts'
import { Spinner } from '#ui/button.tsx'
import { download, messageOf } from '../lib/api.ts'
import { saveFile } from '../lib/save-file.ts'
import { toast } from '../lib/toast.ts'

const failed = 'The badge could not be loaded. Please try again.'

/** Downloads the credential with the student's token. An error stays visible under the button. */
export function BadgeButton({ code }: { code: string }) {
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const inFlight = useRef(false)
  const load = async () => {
    if (inFlight.current) return
    inFlight.current = true
    setState('pending')
    try {
      const { filename, file } = await download(pathOf(certificatePaths.badge, { code }))
      saveFile(filename, file)
      setState('idle')
    } catch (error) {
      setState('failed')
      toast.form('error', messageOf(error, failed))
    } finally {
      inFlight.current = false
    }
  }
  return (
    <>
      <button
        type="button"
        onClick={() => void load()}
        aria-disabled={state === 'pending' ? true : undefined}
        className="flex min-h-11 w-full items-center gap-2 text-left font-semibold text-accent hover:underline"
      >
        {state === 'pending' ? <Spinner /> : <BadgeCheck aria-hidden="true" className="size-4 shrink-0" />}
        Download as an open badge
      </button>
      <span role="status" className="block text-xs text-bad">
        {state === 'failed' ? failed : ''}
      </span>
    </>
  )
}
