interface Block {
  title: string
  description: string
}

/** The content blocks of a service or resource, with a scroll animation unless reduced motion is set. */
export function ContentBlocks({ blocks }: { blocks: Block[] }) {
  return (
    <ol className="divide-y divide-line border-y border-line">
      {blocks.map((block, index) => (
        <li key={block.title} className="rise grid gap-x-6 gap-y-2 py-7 sm:grid-cols-[3rem_1fr] sm:py-9">
          <p aria-hidden="true" className="figures text-xl font-bold text-signal">
            {index + 1}
          </p>
          <div>
            <h2 className="text-xl">{block.title}</h2>
            <Paragraphs text={block.description} className="prose-width mt-3 space-y-4 text-muted" />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Plain text with blank lines between paragraphs. */
export function Paragraphs({ text, className }: { text: string; className: string }) {
  return (
    <div className={className}>
      {text
        .split(/\n+/)
        .filter((part) => part.trim())
        .map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
    </div>
  )
}
