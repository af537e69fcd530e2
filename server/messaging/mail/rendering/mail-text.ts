import type { SiteSettings } from '#contract/site/content.ts'
import type { Block, MailContent } from '#server/messaging/mail/mail-content.ts'
import { closing } from './closing.ts'

/** Renders a mail as plain text. */
export function mailText(content: MailContent, site: SiteSettings): string {
  return [
    content.heading.toUpperCase(),
    ...content.blocks.map(blockText),
    `--\n${closing(site)
      .map((line) => wrap(line))
      .join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n')
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return wrap(block.text)
    case 'code':
      return `    ${block.code}`
    case 'facts': {
      const width = Math.max(...block.rows.map(([label]) => label.length)) + 2
      return block.rows.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join('\n')
    }
    case 'steps':
      return `${block.title}\n\n${block.items.map((item, index) => wrap(`${index + 1}. ${item}`, '   ')).join('\n')}`
    case 'quote':
      return `${block.title}:\n\n${block.text
        .split(/\r\n|\r|\n/)
        .map((line) => `> ${line}`)
        .join('\n')}`
    case 'action':
      return `${block.label}:\n${block.url.replace(/^mailto:([^?]*).*$/, '$1')}`
  }
}

/** Wraps at 72 characters; a longer word gets its own line. */
function wrap(text: string, indent = ''): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line === '' || line.length + word.length < 72) lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
    else lines.push(indent + word)
  }
  return lines.join('\n')
}
