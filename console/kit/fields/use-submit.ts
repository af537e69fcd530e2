import { type SubmitEvent, useRef, useState } from 'react'
import { ApiError } from '#contract/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'

/** Sends a small form once at a time. A failure is shown beside its field, or as the form's own. */
export function useSubmit(send: (form: FormData) => Promise<unknown>) {
  const [state, setState] = useState<{ busy: boolean; error: string | null; fields: Record<string, string> }>({
    busy: false,
    error: null,
    fields: {},
  })
  const busy = useRef(false)
  const run = async (form: FormData) => {
    if (busy.current) return
    busy.current = true
    setState({ busy: true, error: null, fields: {} })
    try {
      await send(form)
      setState({ busy: false, error: null, fields: {} })
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setState({ busy: false, error: Object.keys(fields).length > 0 ? null : passkeyText(error), fields })
    } finally {
      busy.current = false
    }
  }
  return {
    ...state,
    run,
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      void run(new FormData(event.currentTarget))
    },
  }
}

/** The browser refuses a passkey with a DOMException whose text is for developers. */
function passkeyText(error: unknown): string {
  const isRefused = error instanceof Error && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name)
  return isRefused ? 'The passkey was not used. Please try again.' : errorText(error)
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
