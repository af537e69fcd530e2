import { createElement, Fragment, type ReactNode } from 'react'
import { type Block, type ListItem, partsOf, plainText, type Run } from '#contract/site/blocks.ts'
import { isLink } from '#contract/rules.ts'
import { Picture } from '#web/lib/picture.tsx'

/** An article. Its first paragraph is the lead. */
export function ArticleBlocks({ blocks }: { blocks: readonly Block[] }) {
  return inOrder(blocks.map((block, index) => draw(block, index === 0)))
}

function draw(block: Block, lead: boolean): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p className={`whitespace-pre-line ${lead ? 'text-lg font-medium' : ''}`}>{drawRuns(block.text)}</p>
    case 'heading':
      return block.level === 2 ? (
        <h2 className="pt-4 text-2xl">{drawRuns(block.text)}</h2>
      ) : (
        <h3 className="pt-2 text-xl">{drawRuns(block.text)}</h3>
      )
    case 'list':
      return drawList(block.ordered, block.items, '')
    case 'table':
      return <Table {...block} />
    case 'quote':
      return (
        <figure className="border-l-4 border-accent pl-5">
          <blockquote className="text-lg whitespace-pre-line">{drawRuns(block.text)}</blockquote>
          {block.source === null ? null : <figcaption className="mt-2 text-sm text-muted">{block.source}</figcaption>}
        </figure>
      )
    case 'code':
      return (
        <pre className="rounded-lg border border-line bg-sunken p-4 text-sm leading-relaxed break-words whitespace-pre-wrap">
          <code>{block.code}</code>
        </pre>
      )
    case 'image':
      return (
        <figure>
          <Picture
            path={block.path}
            alt={block.alt}
            width={block.width}
            height={block.height}
            className="h-auto w-full rounded-lg border border-line"
          />
          {block.caption === null ? null : <figcaption className="mt-2 text-sm text-muted">{block.caption}</figcaption>}
        </figure>
      )
  }
}

function drawList(ordered: boolean, items: readonly ListItem[], className: string): ReactNode {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List className={`${ordered ? 'list-decimal' : 'list-disc'} space-y-2 pl-6 marker:text-muted ${className}`}>
      {inOrder(items.map(drawItem))}
    </List>
  )
}

function drawItem(item: ListItem): ReactNode {
  const { text, list } = partsOf(item)
  return (
    <li className="pl-1 whitespace-pre-line">
      {drawRuns(text)}
      {list && drawList(list.ordered, list.items, 'mt-2')}
    </li>
  )
}

/** A table as wide as the article at most. Beyond it scrolls inside, which keys can do. */
function Table({ header, rows }: Extract<Block, { type: 'table' }>) {
  const head = header ? rows[0] : undefined
  const label = ['Table', head?.map(plainText).filter(Boolean).join(', ')].filter(Boolean).join(': ')
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="scroll-shadows w-max max-w-[100cqw] min-w-full overflow-x-auto border-y border-line print:overflow-visible"
    >
      <table className="figures w-full text-left text-base leading-normal">
        {head && (
          <thead className="border-b border-edge text-sm">
            <tr>{inOrder(head.map(drawName))}</tr>
          </thead>
        )}
        <tbody className="divide-y divide-line">{inOrder(rows.slice(head ? 1 : 0).map(drawRow))}</tbody>
      </table>
    </div>
  )
}

function drawRow(row: readonly (readonly Run[])[]): ReactNode {
  return <tr>{inOrder(row.map(drawCell))}</tr>
}

function drawCell(cell: readonly Run[]): ReactNode {
  return <td className={`${cellClass} align-top`}>{drawRuns(cell)}</td>
}

/** An empty cell names no column. */
function drawName(cell: readonly Run[]): ReactNode {
  if (plainText(cell).trim() === '') return drawCell(cell)
  return (
    <th scope="col" className={`${cellClass} align-bottom font-semibold`}>
      {drawRuns(cell)}
    </th>
  )
}

const cellClass = 'min-w-24 py-3 pr-6 whitespace-pre-line last:pr-0'

function drawRuns(runs: readonly Run[]): ReactNode {
  return inOrder(runs.map(drawRun))
}

function drawRun({ text, bold, italic, code, link }: Run): ReactNode {
  let drawn: ReactNode = code ? <code className="rounded bg-sunken px-1 text-[0.9em]">{text}</code> : text
  if (italic) drawn = <em>{drawn}</em>
  if (bold) drawn = <strong>{drawn}</strong>
  if (link === undefined || !isLink(link)) return drawn
  return (
    <a href={link} className="text-accent underline underline-offset-4">
      {drawn}
    </a>
  )
}

/** Parts have no identity and are never reordered, so they need no keys. */
function inOrder(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts)
}
