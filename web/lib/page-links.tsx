import { ButtonLink } from '#ui/button.tsx'

interface Props {
  /** What the list holds, such as "courses". */
  of: string
  /** The path of the first page; null on it. */
  first: string | null
  /** The path of the next page; null on the last one. */
  next: string | null
  /** Search engines do not follow the next page of a filtered list. */
  unlisted?: boolean
}

/** Links between the pages of a list; nothing for a list of one page. */
export function PageLinks({ of, first, next, unlisted = false }: Props) {
  if (first === null && next === null) return null
  const rel = unlisted ? { rel: 'nofollow' } : {}
  return (
    <nav aria-label="Pages" className="mt-10 flex flex-wrap justify-center gap-3">
      {first === null ? null : (
        <ButtonLink to={first} variant="quiet" {...rel}>
          Back to the first {of}
        </ButtonLink>
      )}
      {next === null ? null : (
        <ButtonLink to={next} size="lg" {...rel}>
          Show more {of}
        </ButtonLink>
      )}
    </nav>
  )
}
