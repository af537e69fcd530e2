import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { type MessageInput, messages, previewMessage, testMessage } from '#contract/messaging/staff/messages.ts'
import { call } from '#console/kit/api/client.ts'
import { Button } from '#ui/button.tsx'
import { MailFrame } from '#console/kit/parts/mail-frame.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'

/** The mail as each student gets it. It greets the person who reads it here. */
export function Preview({ words }: { words: MessageInput }) {
  const { data, error, refetch } = useQuery({
    queryKey: [messages.name, 'preview', words],
    queryFn: () => call(previewMessage, { body: words }),
    placeholderData: (before) => before,
    staleTime: 60_000,
    retry: false,
  })
  if (data) return <MailFrame title="Preview of the mail" html={data.html} />
  return error ? <Failed error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={4} />
}

/** Sends the mail to the person who writes it. `words` is null while one of them is missing. */
export function TestButton({ words }: { words: MessageInput | null }) {
  const [sending, setSending] = useState(false)
  const send = async () => {
    if (words === null) return
    setSending(true)
    try {
      const { email } = await call(testMessage, { body: words })
      notify(`A test is on its way to ${shownAddresses(email)}.`)
    } catch (error) {
      notifyFailure(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <Button disabled={words === null} pending={sending && 'Sending…'} onClick={() => send()}>
      Send a test to myself
    </Button>
  )
}
