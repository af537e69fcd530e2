import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { categoryPath, type NavigationData, studentLinks } from './links.ts'
import { LogoutButton } from './logout-button.tsx'

type Section = 'courses' | 'services'

interface Props extends Omit<NavigationData, 'site'> {
  open: boolean
  /** Called on Escape; restores the focus. */
  onClose: () => void
}

const row = 'flex min-h-13 w-full items-center justify-between border-b border-line text-left text-base font-semibold'
const inner = 'flex min-h-11 items-center pl-4 text-sm font-medium text-muted hover:text-accent'

/** The navigation on a phone. Only one of its two lists is open at a time. */
export function MobileMenu({ open, onClose, categories, services, hasMoreServices }: Props) {
  const [section, setSection] = useState<Section | null>(null)
  useEffect(() => {
    if (!open) return setSection(null)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open, onClose])
  const toggle = (which: Section) => setSection(section === which ? null : which)
  return (
    <nav
      id="mobile-menu"
      aria-label="Main"
      hidden={!open}
      className="min-h-0 overflow-y-auto border-t border-line bg-paper lg:hidden"
    >
      <ul data-one-open="" className="page pt-2 pb-8">
        <Item to="/home">Home</Item>
        <Group name="All Courses" open={section === 'courses'} onToggle={() => toggle('courses')}>
          {categories.length === 0 ? <li className={inner}>No categories available</li> : null}
          {categories.map((category) => (
            <li key={category}>
              <Link to={categoryPath(category)} className={inner}>
                {category}
              </Link>
            </li>
          ))}
          <li>
            <Link to="/courses" className={`${inner} text-accent`}>
              See all courses
            </Link>
          </li>
        </Group>
        <Group name="Services" open={section === 'services'} onToggle={() => toggle('services')}>
          {services.length === 0 ? <li className={inner}>No services available</li> : null}
          {services.map((service) => (
            <li key={service.id}>
              <Link to={pathTo('service', service.id)} className={inner}>
                {service.title}
              </Link>
            </li>
          ))}
          {hasMoreServices ? (
            <li>
              <Link to="/resources" className={`${inner} text-accent`}>
                All services and resources
              </Link>
            </li>
          ) : null}
        </Group>
        <Item to="/hirepage">Hire from us</Item>
        <Item to="/researchpage">Research</Item>
        <Item to="/contact">Contact us</Item>
        <li data-signed="in">
          <ul>
            {studentLinks.map(({ to, label }) => (
              <Item key={to} to={to}>
                {label}
              </Item>
            ))}
            <li>
              <LogoutButton className={row} />
            </li>
          </ul>
        </li>
        <li data-signed="out" className="mt-6 grid grid-cols-2 gap-3">
          <ButtonLink to="/login">Login</ButtonLink>
          <ButtonLink variant="primary" to="/register">
            Register
          </ButtonLink>
        </li>
      </ul>
    </nav>
  )
}

function Item({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className={row}>
        {children}
      </Link>
    </li>
  )
}

function Group({ name, open, onToggle, children }: { name: string; open: boolean; onToggle: () => void; children: ReactNode }) {
  const id = `mobile-${name.replace(/\W/g, '').toLowerCase()}`
  return (
    <li>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={onToggle} className={row}>
        {name}
        <ChevronDown
          aria-hidden="true"
          className={`size-5 text-muted transition-transform duration-150 ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <ul id={id} hidden={!open} className="border-b border-line py-2">
        {children}
      </ul>
    </li>
  )
}
