import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Brand } from './brand.tsx'
import { useHasPage, useRootData } from '#web/lib/root-data.ts'

const policies = [
  ['/terms', 'Terms and Conditions'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/refund-policy', 'Refund Policy'],
] as const

/** The header and footer of a payment page. It has no navigation: the order and the action are all there is. */
export function PayFrame({ children }: { children: ReactNode }) {
  const site = useRootData()?.site
  const hasPage = useHasPage()
  const shown = policies.filter(([path]) => hasPage(path))
  return (
    <>
      <header className="border-b border-line">
        <div className="page flex min-h-18 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
          <Link to="/home" className="inline-flex min-h-11 items-center gap-2.5 text-lg font-bold tracking-tight">
            <Brand site={site} />
          </Link>
          <p className="inline-flex items-center gap-2 text-sm font-semibold text-muted max-[22rem]:hidden">
            <Lock aria-hidden="true" className="size-4 text-accent" />
            Secure payment
          </p>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <footer className="border-t border-line text-sm text-muted">
        <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-5">
          <ul className="flex flex-wrap gap-x-6">
            {shown.map(([path, name]) => (
              <li key={path}>
                <a
                  href={path}
                  target="_blank"
                  rel="noopener"
                  className="inline-flex min-h-11 items-center underline-offset-4 hover:text-accent hover:underline"
                >
                  {name}
                  <span className="sr-only">, opens in a new tab</span>
                </a>
              </li>
            ))}
          </ul>
          {site?.phone_e164 ? (
            <a href={`tel:${site.phone_e164}`} className="figures inline-flex min-h-11 items-center hover:text-accent">
              Help: {site.phone_display || site.phone_e164}
            </a>
          ) : null}
        </div>
      </footer>
    </>
  )
}
