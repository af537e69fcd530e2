import type { Company } from '#contract/content.ts'
import { Picture } from '../lib/picture.tsx'
import { ExampleNote } from './example-note.tsx'

type Marked = Pick<Company, 'id' | 'name' | 'is_example'>

/** A company's logo and name in one line. */
export function CompanyMark({ company }: { company: Pick<Company, 'id' | 'name'> }) {
  return (
    <span className="inline-flex items-center gap-3">
      <Picture path={`media/art/company/${company.id}.svg`} alt="" width={40} height={40} className="size-10 rounded-md" />
      <span className="text-sm font-semibold">{company.name}</span>
    </span>
  )
}

/** A wrapping row of companies. */
export function CompanyRow({ companies }: { companies: Marked[] }) {
  return (
    <ul className="flex flex-wrap items-center justify-center gap-x-10 gap-y-6">
      {companies.map((company) => (
        <li key={company.id}>
          <CompanyMark company={company} />
        </li>
      ))}
    </ul>
  )
}

/** The employers of alumni; nothing without one. `sunken` sets the section apart from a section of the same background. */
export function AlumniEmployers({ companies, sunken = false }: { companies: Marked[]; sunken?: boolean }) {
  if (companies.length === 0) return null
  return (
    <section aria-labelledby="alumni" className={sunken ? 'border-t border-line bg-sunken' : 'border-t border-line'}>
      <div className="page py-14">
        <h2 id="alumni" className="text-center text-lg">
          Where our alumni work
        </h2>
        <ExampleNote companies={companies} className="mt-1 text-center" />
        <div className="mt-8">
          <CompanyRow companies={companies} />
        </div>
      </div>
    </section>
  )
}
