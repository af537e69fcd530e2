import type { Company } from '#contract/content.ts'
import { Picture } from '../lib/picture.tsx'

/** A directory of hiring partners. */
export function PartnerList({ companies }: { companies: Company[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {companies.map((company) => (
        <li key={company.id} className="grid gap-x-8 gap-y-4 py-6 md:grid-cols-[minmax(0,20rem)_1fr] md:items-center">
          <div className="flex items-center gap-4">
            <Picture
              path={`media/art/company/${company.id}.svg`}
              alt=""
              width={56}
              height={56}
              className="size-14 shrink-0 rounded-md"
            />
            <div>
              <h3 className="text-lg">{company.name}</h3>
              <p className="text-sm text-muted">
                {company.industry}, {company.city}
              </p>
            </div>
          </div>
          <p className="prose-width">{company.why}</p>
        </li>
      ))}
    </ul>
  )
}
