/** The content of a mail, from which its HTML and its plain text are rendered. */
export interface MailContent {
  subject: string
  /** Shown beside the subject in a list of mails. */
  preview: string
  heading: string
  blocks: Block[]
}

export type Block =
  | { kind: 'paragraph' | 'note'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'steps'; title: string; items: string[] }
  | { kind: 'quote'; title: string; text: string }
  | { kind: 'action'; label: string; url: string }
