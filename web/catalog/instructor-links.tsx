import type { InstructorLink, LinkKind } from '#contract/catalog/instructor-links.ts'
import { Icon } from '#ui/icon.tsx'

const icons: Readonly<Record<LinkKind, string>> = {
  site: 'globe',
  code: 'code',
  talks: 'presentation',
  writing: 'pen',
  other: 'link',
}

/** Where an instructor can be read and heard. */
export function InstructorLinks({ name, links }: { name: string; links: InstructorLink[] }) {
  if (links.length === 0) return null
  return (
    <ul aria-label={`Links of ${name}`} className="mt-2.5 flex flex-wrap gap-x-5">
      {links.map(({ kind, label, url }) => (
        <li key={url}>
          <a
            href={url}
            rel="noopener noreferrer nofollow"
            target="_blank"
            className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-accent hover:underline hover:underline-offset-4"
          >
            <Icon name={icons[kind]} className="size-4.5 shrink-0" />
            {label}
            <span className="sr-only"> (new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
