import { useRef, useState } from 'react'
import { download, messageOf } from './api.ts'
import { saveFile } from '#ui/save-file.ts'
import { toast } from './toast.ts'

/**
 * Saves a file that is read with the student's token, one at a time.
 * @param path of the call, without `/api`
 * @param failed what stays on the page after a failure; a message shows the reason
 */
export function useFileDownload(path: string, failed: string) {
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const inFlight = useRef(false)
  const load = async () => {
    if (inFlight.current) return
    inFlight.current = true
    setState('pending')
    try {
      const { filename, file } = await download(path)
      saveFile(filename, file)
      setState('idle')
    } catch (error) {
      setState('failed')
      toast.form('error', messageOf(error, failed))
    } finally {
      inFlight.current = false
    }
  }
  return { isPending: state === 'pending', problem: state === 'failed' ? failed : '', load }
}
