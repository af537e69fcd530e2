import { reasonOfMail } from './mail-reason.ts'

/** Why a mail did not arrive: in words, and as the mail server said it. */
export function MailProblem({ reply }: { reply: string }) {
  const reason = reasonOfMail(reply)
  if (reason === null) return <span className="break-words">{reply}</span>
  return (
    <>
      <span className="font-medium">{reason}</span> <span className="text-xs break-words">The mail server said: “{reply}”</span>
    </>
  )
}
