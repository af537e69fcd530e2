/** Thrown when the mail server refuses the recipient for good: the mailbox does not exist or takes no mail. */
export class RecipientRefused extends Error {}

/** Replies about the mailbox itself (RFC 5321, 4.2.3). 554 and 521 may be about the sender or the whole server. */
const mailboxReplies: readonly unknown[] = [550, 551, 552, 553]

/**
 * Whether an error of the mail server says that it will never take mail for this recipient. Only replies to `RCPT TO` say so.
 * A reply with the status 5.7.x (RFC 3463, 3.8) is about a policy, such as a blocked sender, which refuses every recipient.
 */
export function refusesRecipient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command, responseCode, response } = error as Error & { command?: unknown; responseCode?: unknown; response?: unknown }
  if (command !== 'RCPT TO' || typeof responseCode !== 'number' || responseCode < 500) return false
  const status = /^\d{3}[ -](\d)\.(\d{1,3})\.\d{1,3}\b/.exec(typeof response === 'string' ? response : '')
  if (status) return status[1] === '5' && (status[2] === '1' || status[2] === '2')
  return mailboxReplies.includes(responseCode)
}

/**
 * Whether an error is about one mail alone: it can't be written, or the mail server refuses its recipient or its content for good.
 * A server that is away or busy fails every mail.
 */
export function isAboutMail(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown }
  if (code === undefined) return true
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500
}
