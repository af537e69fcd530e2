/** The content of a mail, from which its HTML and its plain text are rendered. */
export interface MailContent {
  subject: string
  /** Shown beside the subject in a list of mails. */
  preview: string
  heading: string
  blocks: Block[]
  /** Ids of earlier mails of one conversation, the oldest first. */
  thread?: readonly string[]
  /** Address for answers, when it is not the sender's. */
  replyTo?: string
  /** The address that switches this kind of mail off with one click (RFC 8058). */
  unsubscribe?: string
}

export type Block =
  /** `hasLinks`: web addresses in the text become links. */
  | { kind: 'paragraph'; text: string; hasLinks?: boolean }
  | { kind: 'note'; text: string; hasLinks?: boolean }
  | { kind: 'code'; code: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'steps'; title: string; items: string[] }
  | { kind: 'quote'; title: string; text: string }
  | { kind: 'action'; label: string; url: string }
