import { ExternalLink } from 'lucide-react'
import { isWebAddress } from '#contract/rules.ts'

/** A link that the student chose. Neither the school nor search engines stand for it. */
export function ProjectOfHolder({ url, holder }: { url: string; holder: string }) {
  if (!isWebAddress(url)) return null
  const { host, pathname } = new URL(url)
  return (
    <section aria-labelledby="project">
      <h2 id="project" className="text-xl">
        A project
      </h2>
      <p className="mt-1 text-sm wrap-anywhere text-muted">{holder} chose this link. It leads to another site.</p>
      <a
        href={url}
        target="_blank"
        rel="noreferrer nofollow ugc"
        className="mt-3 inline-flex min-h-11 items-center gap-2 font-semibold wrap-anywhere text-accent hover:underline"
      >
        {host + (pathname === '/' ? '' : pathname)}
        <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
        <span className="sr-only">opens a new tab</span>
      </a>
    </section>
  )
}
