interface PageSection {
  title: string
  description: string
}

/** Headings with plain text, as a page of the site has them. */
export function PageSections({ sections }: { sections: readonly PageSection[] }) {
  if (sections.length === 0) return <span className="text-muted">Empty</span>
  return (
    <div className="grid gap-4">
      {Object.entries(sections).map(([place, { title, description }]) => (
        <div key={place}>
          <p className="font-semibold">{title}</p>
          <p className="mt-0.5 whitespace-pre-line">{description}</p>
        </div>
      ))}
    </div>
  )
}
