import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import type { SchoolSettings } from '#contract/site/content.ts'
import { phoneOf } from '#web/lib/phone-of.ts'
import { useHasPage } from '#web/lib/root-data.ts'
import { Brand } from '#web/frame/brand.tsx'
import { MailAddress } from '#web/lib/mail-address.tsx'
import { BrandGlyph, brandNames } from '#ui/icon.tsx'

const quickLinks = [
  ['/courses', 'All courses'],
  ['/newbatches', 'New batches'],
  ['/career-kickstart', 'Career kickstart'],
  ['/hirepage', 'Hire from us'],
  ['/companies', 'Companies'],
  ['/ProjectsList', 'Projects'],
  ['/blogs', 'Blogs'],
  ['/resources', 'Resources'],
  ['/contact', 'Contact us'],
] as const
const policies = [
  ['/policy/4', 'Terms and Conditions'],
  ['/policy/5', 'Privacy Policy'],
  ['/policy/6', 'Refund Policy'],
] as const

const reach = 'inline-flex min-h-11 items-center font-semibold text-ink hover:text-accent'

export function Footer({ site, year }: { site: SchoolSettings; year: number }) {
  const phone = phoneOf(site)
  const hasPage = useHasPage()
  const shown = policies.filter(([to]) => hasPage(to))
  return (
    <footer id="links" className="mt-auto border-t border-line bg-sunken pb-(--bar-height,0px)">
      <div className="page grid gap-x-10 py-10 md:grid-cols-2 md:gap-y-12 md:py-16 lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <Column title="Contact">
          <address className="space-y-3 text-sm text-muted not-italic">
            <p>
              {(site.address.length > 0 ? site.address : [site.legal_name]).map((part) => (
                <span key={part} className="block">
                  {part}
                </span>
              ))}
            </p>
            {phone || site.email ? (
              <p className="grid justify-items-start">
                {phone ? (
                  <a href={phone.href} className={`figures ${reach}`}>
                    {phone.shown}
                  </a>
                ) : null}
                {site.email ? (
                  <a href={`mailto:${site.email}`} className={reach}>
                    <MailAddress address={site.email} />
                  </a>
                ) : null}
              </p>
            ) : null}
            {site.support_hours ? <p>{site.support_hours}</p> : null}
          </address>
        </Column>
        <Column title="Quick links">
          <LinkList links={quickLinks} />
        </Column>
        {shown.length > 0 ? (
          <Column title="Policies">
            <LinkList links={shown} />
          </Column>
        ) : null}
        {site.socials.length > 0 ? (
          <div className="pt-8 md:pt-0">
            <h2 className="text-sm font-semibold tracking-normal">Follow us</h2>
            <ul className="mt-3 -ml-3.25 flex flex-wrap gap-1">
              {site.socials.map(({ network, url }) => (
                <li key={network}>
                  <a
                    href={url}
                    rel="noopener"
                    aria-label={brandNames[network]}
                    className="grid size-11 place-items-center rounded-full text-muted hover:bg-accent-soft hover:text-accent"
                  >
                    <BrandGlyph brand={network} />
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
      <div className="border-t border-line">
        <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-5">
          <p className="text-xs text-muted">
            © 2025–{year} {site.legal_name}. All rights reserved.
          </p>
          {site.logo !== null || site.mark !== null ? (
            <p className="inline-flex items-center gap-2.5 font-bold tracking-tight">
              <Brand site={site} size={28} />
            </p>
          ) : null}
        </div>
      </div>
    </footer>
  )
}

/** A collapsible section on a phone, always open on a desktop. */
function Column({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="border-b border-line md:border-0">
      <h2 className="text-sm font-semibold tracking-normal">
        <span className="hidden md:block">{title}</span>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-13 w-full items-center justify-between text-left md:hidden"
        >
          {title}
          {open ? <Minus aria-hidden="true" className="size-4" /> : <Plus aria-hidden="true" className="size-4" />}
        </button>
      </h2>
      <div id={id} data-panel="" className={`${open ? '' : 'max-md:hidden'} pb-5 md:pt-3 md:pb-0`}>
        {children}
      </div>
    </div>
  )
}

function LinkList({ links }: { links: readonly (readonly [string, string])[] }) {
  return (
    <ul className="text-sm">
      {links.map(([to, label]) => (
        <li key={to}>
          <Link to={to} className="inline-flex min-h-11 items-center text-muted hover:text-accent md:min-h-9">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
