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

/** What somebody typed, as it may stand in a subject or a line: no line breaks, nothing that turns the direction of reading. */
export function oneLine(text: string, most = 120): string {
  const line = text.replace(/[\p{Cc}\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line
}

/**
 * Anyone can enter a stranger's address with words of their own as the name. Only what reads as a given name
 * is repeated to that address; an advertisement or a web address is not.
 */
export function greeting(name: string): string {
  const [first = ''] = name.trim().split(/\s+/u)
  return /^(?:[\p{L}\p{M}'’-]|\u200c|\u200d){2,30}$/u.test(first) ? `Hello ${first},` : 'Hello,'
}
