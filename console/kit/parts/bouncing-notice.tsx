import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { MailProblem } from './mail-problem.tsx'
import { notify, notifyFailure } from './toasts.tsx'

interface Props {
  /** What it means, and what to do. */
  children: ReactNode
  /** What the mail server answered. */
  refusal: string | null | undefined
  /** Sends mails to the address again; null for who may not. */
  lift: (() => Promise<void>) | null
}

/** Tells that the mail server refuses an address. */
export function BouncingNotice({ children, refusal, lift }: Props) {
  const mailAgain = async (act: () => Promise<void>) => {
    try {
      await act()
      notify('The next mail is sent again.')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-signal-soft px-3 py-2 text-signal">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{children}</p>
        {refusal ? (
          <p className="mt-0.5">
            <MailProblem reply={refusal} />
          </p>
        ) : null}
      </div>
      {lift ? <Button onClick={() => mailAgain(lift)}>Mail again</Button> : null}
    </div>
  )
}
