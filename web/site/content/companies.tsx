import type { Company } from '#contract/site/content.ts'
import { Picture } from '#web/lib/picture.tsx'
import { ExampleNote } from './example-note.tsx'

type Marked = Pick<Company, 'id' | 'name' | 'is_example'>

/** A company's logo and name in one line. */
function CompanyMark({ company }: { company: Pick<Company, 'id' | 'name'> }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 sm:gap-3">
      <Picture
        path={`media/art/company/${company.id}.svg`}
        alt=""
        width={40}
        height={40}
        className="size-9 shrink-0 rounded-md sm:size-10"
      />
      <span className="min-w-0 text-xs leading-tight font-semibold wrap-anywhere text-left sm:text-sm">{company.name}</span>
    </span>
  )
}

/** A wrapping row of companies. */
export function CompanyRow({ companies }: { companies: Marked[] }) {
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-4 sm:flex sm:flex-wrap sm:items-center sm:justify-center sm:gap-x-10 sm:gap-y-6">
      {companies.map((company) => (
        <li key={company.id}>
          <CompanyMark company={company} />
        </li>
      ))}
    </ul>
  )
}

interface AlumniProps {
  companies: Marked[]
  /** The school's own words; neutral ones by default. */
  heading?: string
  sunken?: boolean
}

/** The employers of alumni; nothing without one. `sunken` sets the section apart from a section of the same background. */
export function AlumniEmployers({ companies, heading, sunken = false }: AlumniProps) {
  if (companies.length === 0) return null
  return (
    <section aria-labelledby="alumni" className={sunken ? 'border-t border-line bg-sunken' : 'border-t border-line'}>
      <div className="page py-10 sm:py-14">
        <h2 id="alumni" className="text-center text-lg">
          {heading || 'Where our alumni work'}
        </h2>
        <ExampleNote companies={companies} className="mt-1 text-center" />
        <div className="mt-5 sm:mt-8">
          <CompanyRow companies={companies} />
        </div>
      </div>
    </section>
  )
}
