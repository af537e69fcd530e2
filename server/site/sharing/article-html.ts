import { type Block, type ListItem, partsOf, type Run } from '#contract/site/blocks.ts'
import { xmlText } from './xml-text.ts'

interface Places {
  /** Before paths of pages. */
  origin: string
  /** Before paths of pictures. */
  pictures: string
}

/** Returns an article as plain HTML for feed readers. All text is escaped. */
export function articleHtml(blocks: readonly Block[], places: Places): string {
  const textOf = (runs: readonly Run[]): string => runs.map((run) => runHtml(run, places)).join('')
  const listOf = (ordered: boolean, items: readonly ListItem[]): string =>
    element(
      ordered ? 'ol' : 'ul',
      items.map(partsOf).map(({ text, list }) => element('li', textOf(text) + (list ? listOf(list.ordered, list.items) : ''))),
    )
  return blocks
    .map((block) => {
      switch (block.type) {
        case 'paragraph':
          return element('p', textOf(block.text))
        case 'heading':
          return element(`h${block.level}`, textOf(block.text))
        case 'list':
          return listOf(block.ordered, block.items)
        case 'table':
          return element(
            'table',
            block.rows.map((row, index) =>
              element(
                'tr',
                row.map((cell) => element(block.header && index === 0 && cell.length > 0 ? 'th' : 'td', textOf(cell))),
              ),
            ),
          )
        case 'quote':
          return element('blockquote', [
            element('p', textOf(block.text)),
            block.source === null ? '' : element('p', xmlText(block.source)),
          ])
        case 'code':
          return element('pre', element('code', xmlText(block.code)))
        case 'image': {
          const source = block.path.startsWith('https:') ? block.path : `${places.pictures}/${block.path}`
          const picture = `<img src="${xmlText(source)}" alt="${xmlText(block.alt)}" width="${block.width}" height="${block.height}"/>`
          return element('p', [picture, block.caption === null ? '' : `<br/>${xmlText(block.caption)}`])
        }
      }
    })
    .join('')
}

function runHtml({ text, bold, italic, code, link }: Run, { origin }: Places): string {
  let html = xmlText(text).replaceAll('\n', '<br/>')
  if (code) html = element('code', html)
  if (italic) html = element('em', html)
  if (bold) html = element('strong', html)
  if (link === undefined) return html
  return `<a href="${xmlText(link.startsWith('/') ? origin + link : link)}">${html}</a>`
}

const element = (name: string, content: string | readonly string[]) => `<${name}>${[content].flat().join('')}</${name}>`
