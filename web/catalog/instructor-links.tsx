import type { InstructorLink, LinkKind } from '#contract/catalog/instructor-links.ts'
import { Icon } from '#ui/icon.tsx'

const icons: Readonly<Record<LinkKind, string>> = {
  site: 'globe',
  code: 'code',
  talks: 'presentation',
  writing: 'pen',
  other: 'link',
}

interface Props {
  name: string
  links: InstructorLink[]
  /** Whether a link is its icon alone, in a list of several people. */
  isCompact?: boolean
}

/** Where an instructor can be read and heard. */
export function InstructorLinks({ name, links, isCompact = false }: Props) {
  if (links.length === 0) return null
  return (
    <ul aria-label={`Links of ${name}`} className={isCompact ? '-ml-3 flex w-full flex-wrap' : 'mt-2.5 flex flex-wrap gap-x-5'}>
      {links.map(({ kind, label, url }) => (
        <li key={url}>
          <a
            href={url}
            rel="noopener noreferrer nofollow"
            target="_blank"
            title={isCompact ? label : undefined}
            className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 text-sm font-semibold text-accent hover:underline hover:underline-offset-4"
          >
            <Icon name={icons[kind]} className="size-4.5 shrink-0" />
            <span className={isCompact ? 'sr-only' : ''}>{label}</span>
            <span className="sr-only"> (new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
