/** What a mail says, once; its HTML and its plain text are both made from this. */
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

/**
 * Anyone can enter a stranger's address with words of their own as the name. Only what reads as a given name
 * is repeated to that address; an advertisement or a web address is not.
 */
export function greeting(name: string): string {
  const [first = ''] = name.trim().split(/\s+/u)
  return /^(?:[\p{L}\p{M}'’-]|\u200c|\u200d){2,30}$/u.test(first) ? `Hello ${first},` : 'Hello,'
}
