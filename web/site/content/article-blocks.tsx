import { createElement, Fragment, type ReactNode } from 'react'
import type { Block, Run } from '#contract/site/blocks.ts'
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
    case 'list': {
      const items = inOrder(block.items.map(drawItem))
      return block.ordered ? (
        <ol className="list-decimal space-y-2 pl-6 marker:text-muted">{items}</ol>
      ) : (
        <ul className="list-disc space-y-2 pl-6 marker:text-muted">{items}</ul>
      )
    }
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

function drawItem(item: readonly Run[]): ReactNode {
  return <li className="pl-1">{drawRuns(item)}</li>
}

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
