import { shownAddresses } from '#contract/shown-addresses.ts'
import type { Block, MailContent } from '#server/messaging/mail/mail-content.ts'

/** Writes the addresses in the texts of a mail as people read them. Its links and headers keep the form that mail servers take. */
export function showAddresses(content: MailContent): MailContent {
  return {
    ...content,
    subject: shownAddresses(content.subject),
    preview: shownAddresses(content.preview),
    heading: shownAddresses(content.heading),
    blocks: content.blocks.map(shownBlock),
  }
}

function shownBlock(block: Block): Block {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
    case 'quote':
      return { ...block, text: shownAddresses(block.text) }
    case 'facts':
      return { ...block, rows: block.rows.map(([label, value]) => [label, shownAddresses(value)] as const) }
    case 'steps':
      return { ...block, items: block.items.map(shownAddresses) }
    case 'code':
    case 'action':
      return block
  }
}
