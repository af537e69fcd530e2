import { Mail, Phone } from 'lucide-react'
import { Link } from 'react-router'
import type { SchoolSettings } from '#contract/site/content.ts'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { phoneOf } from '#web/lib/phone-of.ts'
import { BrandGlyph, brandNames } from '#ui/icon.tsx'

export function TopBar({ site }: { site: SchoolSettings }) {
  const phone = phoneOf(site)
  return (
    <aside aria-label="Contact and social links" className="border-b border-line bg-sunken text-xs text-muted">
      <div className="page flex min-h-11 flex-wrap items-center justify-between gap-x-6">
        <div className="hidden items-center gap-1 md:flex">
          {site.socials.length > 0 ? <span className="mr-1">Follow us</span> : null}
          {site.socials.map(({ network, url }) => (
            <a
              key={network}
              href={url}
              rel="noopener"
              aria-label={brandNames[network]}
              className="grid size-9 place-items-center rounded-full hover:text-accent"
            >
              <BrandGlyph brand={network} width="15" height="15" />
            </a>
          ))}
        </div>
        <Link
          to="/newbatches"
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-signal hover:underline md:ml-auto"
        >
          <span aria-hidden="true" className="size-1.5 rounded-full bg-signal forced-colors:bg-[CanvasText]" />
          New Batches
        </Link>
        <div className="flex items-center gap-5">
          {phone ? (
            <a href={phone.href} className="figures inline-flex min-h-11 items-center gap-2 hover:text-ink">
              <Phone aria-hidden="true" className="size-3.5" />
              {phone.shown}
            </a>
          ) : null}
          {site.email ? (
            <a href={`mailto:${site.email}`} className="hidden min-h-11 items-center gap-2 hover:text-ink lg:inline-flex">
              <Mail aria-hidden="true" className="size-3.5" />
              {shownAddresses(site.email)}
            </a>
          ) : null}
        </div>
      </div>
    </aside>
  )
}
