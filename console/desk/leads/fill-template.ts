import type { templateWords } from '#contract/desk/staff/reply-templates.ts'

/** Replaces `{name}`, `{course}` and `{school}`. */
export function fillTemplate(text: string, words: Record<(typeof templateWords)[number], string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (found, word: string) => (word in words ? words[word as keyof typeof words] : found))
}
