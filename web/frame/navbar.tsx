import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#web/lib/disclosure.tsx'
import { categoryPath, type NavigationData } from './links.ts'
import { Brand } from './brand.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { SearchLink } from './search-link.tsx'
import { UserMenu } from './user-menu.tsx'

const itemClass = 'flex min-h-11 items-center rounded-sm px-3 text-sm font-medium hover:bg-accent-soft hover:text-accent'

export function Navbar({ site, categories, services, hasMoreServices }: NavigationData) {
  const [menu, setMenu] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()
  useEffect(() => setMenu(false), [key])
  return (
    <header className="sticky top-0 z-40 flex max-h-dvh flex-col border-b border-line bg-paper">
      <div className="page flex min-h-18 shrink-0 flex-wrap items-center justify-end gap-2">
        {/* Its margin holds it on the left, also in a paint before the rest of the header has arrived. */}
        <Link to="/home" className="mr-auto inline-flex min-h-11 items-center gap-2.5 text-lg font-bold tracking-tight">
          <Brand site={site} />
        </Link>
        <nav data-one-open="" aria-label="Main" className="hidden flex-1 flex-wrap items-center lg:ml-6 lg:flex xl:gap-1">
          <Disclosure label="Our Courses">
            {categories.length > 0 ? (
              <ul>
                {categories.map((category) => (
                  <li key={category}>
                    <Link to={categoryPath(category)} className={itemClass}>
                      {category}
                    </Link>
                  </li>
                ))}
                <li className="mt-1 border-t border-line pt-1">
                  <Link
                    to="/courses"
                    className="flex min-h-11 items-center rounded-sm px-3 text-sm font-semibold text-accent hover:bg-accent-soft"
                  >
                    All courses
                  </Link>
                </li>
              </ul>
            ) : (
              <p className="p-3 text-sm text-muted">No categories available</p>
            )}
          </Disclosure>
          <Disclosure label="What We Offer">
            {services.length > 0 ? (
              <ul className="w-80">
                {services.map((service) => (
                  <li key={service.id}>
                    <Link
                      to={pathTo('service', service.id)}
                      className="block rounded-sm px-3 py-2.5 hover:bg-accent-soft hover:text-accent"
                    >
                      <span className="block text-sm font-semibold">{service.title}</span>
                      <span className="mt-0.5 block text-xs text-muted">{service.summary}</span>
                    </Link>
                  </li>
                ))}
                {hasMoreServices ? (
                  <li className="mt-1 border-t border-line pt-1">
                    <Link
                      to="/resources"
                      className="flex min-h-11 items-center rounded-sm px-3 text-sm font-semibold text-accent hover:bg-accent-soft"
                    >
                      All services and resources
                    </Link>
                  </li>
                ) : null}
              </ul>
            ) : (
              <p className="p-3 text-sm text-muted">No services available</p>
            )}
          </Disclosure>
          <NavItem to="/hirepage" label="Hire from Us" />
          <NavItem to="/researchpage" label="Research" />
        </nav>
        <SearchLink />
        <div className="hidden items-center lg:flex">
          <div data-signed="in">
            <UserMenu />
          </div>
          <div data-signed="out">
            <ButtonLink to="/login">Login</ButtonLink>
          </div>
        </div>
        <button
          ref={menuButton}
          type="button"
          data-needs-script=""
          aria-expanded={menu}
          aria-controls="mobile-menu"
          onClick={() => setMenu(!menu)}
          className="grid size-12 place-items-center rounded-md hover:bg-sunken lg:hidden"
        >
          <span className="sr-only">{menu ? 'Close menu' : 'Open menu'}</span>
          {menu ? <X aria-hidden="true" className="size-6" /> : <Menu aria-hidden="true" className="size-6" />}
        </button>
        <noscript>
          <a href="#links" className="inline-flex min-h-12 items-center font-semibold underline lg:hidden">
            Menu
          </a>
        </noscript>
      </div>
      <MobileMenu
        open={menu}
        onClose={() => {
          setMenu(false)
          menuButton.current?.focus()
        }}
        categories={categories}
        services={services}
        hasMoreServices={hasMoreServices}
      />
    </header>
  )
}

function NavItem({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center rounded-md px-3 text-sm font-semibold whitespace-nowrap hover:bg-accent-soft hover:text-accent"
    >
      {label}
    </Link>
  )
}
