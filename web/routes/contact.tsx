import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { replyPromise } from '#contract/rules.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { useRootData } from '../lib/root-data.ts'
import { MailAddress } from '#ui/mail-address.tsx'
import type { Route } from './+types/contact'

const routes = [
  ['/courses', 'About a course', 'Open the course and ask for a call: whoever rings you knows it.'],
  ['/hirepage', 'You want to hire', 'Tell us whom you need, in a few lines.'],
  ['/researchpage', 'Research together', 'For professors and students with a question.'],
  ['/refund-policy', 'A payment or a refund', 'What is refunded when, and which number to send us.'],
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
              address: root.site.address.join(', '),
              contactPoint: {
                '@type': 'ContactPoint',
                contactType: 'customer support',
                telephone: root.site.phone_e164,
                email: root.site.email,
              },
            },
          },
        ]
      : [],
  })
}

export default function Contact() {
  const site = useRootData()?.site
  if (!site) return null
  return (
    <div className="page py-12 lg:py-16">
      <h1 className="max-w-3xl text-4xl font-extrabold">Talk to a person</h1>
      <p className="prose-width mt-5 text-lg text-muted">Call, or write when it suits you. We reply {replyPromise}.</p>

      <div className="mt-10 grid gap-6 lg:grid-cols-2">
        <a
          href={`tel:${site.phone_e164}`}
          className="group flex flex-col justify-between gap-8 rounded-lg bg-accent p-6 text-on-accent hover:bg-accent-strong sm:p-8"
        >
          <span className="flex items-center gap-3 text-sm font-semibold">
            <Phone aria-hidden="true" className="size-5" />
            Support phone
          </span>
          <span className="figures text-2xl font-bold tracking-tight">{site.phone_display}</span>
        </a>
        <a
          href={`mailto:${site.email}`}
          className="group flex flex-col justify-between gap-8 rounded-lg border border-edge bg-surface p-6 hover:border-ink sm:p-8"
        >
          <span className="flex items-center gap-3 text-sm font-semibold text-muted">
            <Mail aria-hidden="true" className="size-5 text-accent" />
            Support e-mail
          </span>
          <span className="text-xl font-bold tracking-tight wrap-anywhere sm:text-2xl">
            <MailAddress address={site.email} />
          </span>
        </a>
      </div>

      <div className="mt-12 grid gap-x-16 gap-y-10 border-t border-line pt-10 md:grid-cols-2 lg:grid-cols-3">
        <Block icon={<Clock aria-hidden="true" className="size-5" />} title="Support hours">
          <p>{site.support_hours}</p>
          <p className="mt-2 text-muted">What arrives outside them is answered on the next business day.</p>
        </Block>
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
        <Block title="Grievance contact">
          <p className="font-semibold">{site.grievance_name}</p>
          <p>
            <a
              href={`mailto:${site.grievance_email}`}
              className="inline-flex min-h-11 items-center text-accent underline wrap-anywhere hover:text-accent-strong"
            >
              {site.grievance_email}
            </a>
          </p>
          <p className="text-muted">When an answer of ours has not settled the matter, or for questions about your data.</p>
        </Block>
      </div>

      <section aria-labelledby="shorter" className="mt-16">
        <h2 id="shorter" className="text-2xl">
          The shorter way
        </h2>
        <ul className="mt-6 grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
          {routes.map(([to, label, text]) => (
            <li key={to} className="group relative bg-surface p-5 hover:bg-accent-soft">
              <h3 className="text-base font-semibold tracking-normal">
                <Link to={to} className="after:absolute after:inset-0 group-hover:text-accent">
                  {label}
                </Link>
              </h3>
              <p className="mt-1.5 text-sm text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
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
