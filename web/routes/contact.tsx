import { ArrowRight, Clock, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { replyPromise } from '#contract/rules.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { phoneOf } from '#web/lib/phone-of.ts'
import { useHasPage, useRootData } from '#web/lib/root-data.ts'
import { MailAddress } from '#web/lib/mail-address.tsx'
import type { Route } from './+types/contact'

const routes = [
  ['/courses', 'About a course', 'Open the course and ask for a call.'],
  ['/hirepage', 'You want to hire', 'Tell us whom you need, in a few lines.'],
  ['/researchpage', 'Research together', 'For professors and students with a research question.'],
  ['/refund-policy', 'A payment or a refund', 'When we refund, and which payment number to send us.'],
] as const

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = matches[0]?.loaderData
  return pageMeta(root, {
    title: 'Contact us',
    description: `Phone, e-mail and address. We reply ${replyPromise}.`,
    path: pathTo('contact'),
    data: root
      ? [
          {
            '@context': 'https://schema.org',
            '@type': 'ContactPage',
            url: `${root.publicUrl}/contact`,
            mainEntity: {
              '@type': 'EducationalOrganization',
              name: root.site.brand,
              legalName: root.site.legal_name,
              address: root.site.address.join(', ') || undefined,
              contactPoint: {
                '@type': 'ContactPoint',
                contactType: 'customer support',
                telephone: root.site.phone_e164 || undefined,
                email: root.site.email || undefined,
              },
            },
          },
        ]
      : [],
  })
}

export default function Contact() {
  const site = useRootData()?.site
  const hasPage = useHasPage()
  if (!site) return null
  const phone = phoneOf(site)
  return (
    <div className="page py-12 lg:py-16">
      <h1 className="max-w-3xl text-4xl font-extrabold">Talk to a person</h1>
      <p className="prose-width mt-5 text-lg text-muted">
        {phone && site.email ? 'Call, or write when it suits you. ' : null}We reply {replyPromise}.
      </p>

      <div className="mt-10 grid gap-x-16 gap-y-8 lg:grid-cols-2">
        {phone ? (
          <Way icon={<Phone aria-hidden="true" className="size-5" />} title="Support phone" href={phone.href}>
            {phone.shown}
          </Way>
        ) : null}
        {site.email ? (
          <Way icon={<Mail aria-hidden="true" className="size-5" />} title="Support e-mail" href={`mailto:${site.email}`}>
            <MailAddress address={site.email} />
          </Way>
        ) : null}
      </div>

      <div className="mt-12 grid gap-x-16 gap-y-10 border-t border-line pt-10 md:grid-cols-2 lg:grid-cols-3">
        {site.support_hours ? (
          <Block icon={<Clock aria-hidden="true" className="size-5" />} title="Support hours">
            <p>{site.support_hours}</p>
            <p className="mt-2 text-muted">If you write outside these hours, we answer on the next business day.</p>
          </Block>
        ) : null}
        <Block icon={<MapPin aria-hidden="true" className="size-5" />} title="Address">
          <address className="not-italic">
            <span className="block font-semibold">{site.legal_name}</span>
            {site.address.map((part) => (
              <span key={part} className="block">
                {part}
              </span>
            ))}
          </address>
        </Block>
        {site.grievance_name || site.grievance_email ? (
          <Block title="Grievance contact">
            <p className="font-semibold">{site.grievance_name}</p>
            {site.grievance_email ? (
              <p>
                <a
                  href={`mailto:${site.grievance_email}`}
                  className="inline-flex min-h-11 items-center text-accent underline hover:text-accent-strong"
                >
                  <MailAddress address={site.grievance_email} />
                </a>
              </p>
            ) : null}
            <p className="text-muted">If our answer did not help, or for questions about your data.</p>
          </Block>
        ) : null}
      </div>

      <section aria-labelledby="shorter" className="mt-16">
        <h2 id="shorter" className="text-2xl">
          What is it about?
        </h2>
        <ul className="mt-6 grid gap-x-16 md:grid-cols-2">
          {routes
            .filter(([to]) => hasPage(to))
            .map(([to, label, text]) => (
              <li key={to} className="group relative flex items-center gap-6 border-t border-line py-5">
                <div className="min-w-0 flex-1">
                  <h3 className="text-base font-semibold tracking-normal">
                    <Link to={to} className="after:absolute after:inset-0 group-hover:text-accent">
                      {label}
                    </Link>
                  </h3>
                  <p className="mt-1 text-sm text-muted">{text}</p>
                </div>
                <ArrowRight
                  aria-hidden="true"
                  className="size-5 shrink-0 text-muted transition-transform duration-150 group-hover:translate-x-1 group-hover:text-accent"
                />
              </li>
            ))}
        </ul>
      </section>
    </div>
  )
}

/** A large link to call or to write. */
function Way({ icon, title, href, children }: { icon: ReactNode; title: string; href: string; children: ReactNode }) {
  return (
    <div className="border-t-2 border-accent pt-5">
      <h2 className="flex items-center gap-2.5 text-sm font-semibold tracking-normal text-muted">
        <span className="text-accent">{icon}</span>
        {title}
      </h2>
      <a
        href={href}
        className="figures mt-2 inline-flex min-h-11 items-center text-2xl font-bold tracking-tight hover:text-accent hover:underline hover:underline-offset-8"
      >
        <span className="sr-only">{title}: </span>
        {children}
      </a>
    </div>
  )
}

function Block({ icon, title, children }: { icon?: ReactNode; title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 flex items-center gap-2.5 text-base font-semibold tracking-normal">
        {icon ? <span className="text-accent">{icon}</span> : null}
        {title}
      </h2>
      {children}
    </section>
  )
}
